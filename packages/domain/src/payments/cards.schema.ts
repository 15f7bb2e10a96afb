import { Type, type Static } from 'typebox'
import { Exact, Text, Uuid, UuidText } from '../kernel/fields.ts'
import { companyFilter } from '../session/session.schema.ts'

const month = Type.Integer({ examples: [8] })
const year = Type.Integer({ examples: [2029] })

export const Card = Type.Object(
  {
    id: UuidText,
    stripeId: Text('pm_1QExample'),
    brand: Text('visa'),
    last4Digits: Text('4242'),
    expirationMonth: month,
    expirationYear: year,
    isDefault: Type.Boolean(),
  },
  { title: 'Card' },
)
export type Card = Static<typeof Card>

export const DefaultCard = Type.Object(
  { last4: Text('4242'), expMonth: month, expYear: year, brand: Text('visa') },
  { title: 'DefaultCard' },
)
export type DefaultCard = Static<typeof DefaultCard>

export const NoDefaultCard = Type.Object(
  { data: Type.Null(), message: Text('No default card on file.') },
  { title: 'NoDefaultCard' },
)
export type NoDefaultCard = Static<typeof NoDefaultCard>

export const AddCardQuery = Exact({
  companyFilter,
  stripeToken: Text('pm_1QExample', {
    pattern: '^(tok|pm|seti)_[A-Za-z0-9_]{1,120}$',
    description: "`tok_…`, `pm_…` or `seti_…`, from the card provider's script in the browser.",
  }),
})

export const CardQuery = Exact({
  companyFilter,
  cardId: Uuid({ description: 'The id of the card.' }),
})

/** The values with which the browser shows the bank's authentication. */
export const CardQuestion = Type.Object(
  { clientSecret: Text('seti_1QExample_secret_x9Y8') },
  { title: 'CardQuestion' },
)
/** The saved card, or the authentication that the bank requires first. */
export const AddCardAnswer = Type.Union([Card, CardQuestion])
