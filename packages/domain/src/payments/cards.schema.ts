import { Type, type Static } from 'typebox'
import { AccountId } from '../session/session.schema.ts'

export const Card = Type.Object({
  id: Type.String(),
  stripeId: Type.String(),
  brand: Type.String(),
  last4Digits: Type.String(),
  expirationMonth: Type.Integer(),
  expirationYear: Type.Integer(),
  isDefault: Type.Boolean(),
})
export type Card = Static<typeof Card>

/** The default card's short shape, or `data: null` with a message when there is none. */
export const DefaultCard = Type.Object({
  last4: Type.String(),
  expMonth: Type.Integer(),
  expYear: Type.Integer(),
  brand: Type.String(),
})
export type DefaultCard = Static<typeof DefaultCard>

export const NoDefaultCard = Type.Object({ data: Type.Null(), message: Type.String() })
export type NoDefaultCard = Static<typeof NoDefaultCard>

/** `tok_…` or `pm_…`, as the provider's browser script hands them out. */
export const AddCardQuery = Type.Object(
  {
    companyFilter: Type.Optional(AccountId),
    stripeToken: Type.String({ pattern: '^(tok|pm|seti)_[A-Za-z0-9_]{1,120}$' }),
  },
  { additionalProperties: false },
)

export const CardQuery = Type.Object(
  {
    companyFilter: Type.Optional(AccountId),
    cardId: Type.String({ pattern: '^[0-9a-f-]{36}$' }),
  },
  { additionalProperties: false },
)

/** A card is saved, or the bank first wants its holder to authenticate in the browser. */
export const AddCardAnswer = Type.Union([Card, Type.Object({ clientSecret: Type.String() })])
