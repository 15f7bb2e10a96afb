import { Type, type Static } from 'typebox'
import { Amount, CurrencyCode, Exact, Nullable, Text } from '../kernel/fields.ts'
import { companyFilter } from '../session/session.schema.ts'
import { spendGroupings, spendKinds } from './groupings.ts'

const currency = Type.Optional(
  Text('USD', {
    pattern: '^[A-Z]{3}$',
    description:
      'The currency, ISO 4217. Without it, or if no invoice has it: the first of `currencies`.',
  }),
)
const spread = Type.Optional(
  Type.Boolean({
    description:
      'Whether a charge for more than a month is spread over the months of its service period; else it counts in the first one.',
  }),
)

export const SpendQuery = Exact({
  companyFilter,
  by: Type.Enum([...spendGroupings], {
    default: 'product',
    description: 'By what the amounts are grouped.',
  }),
  currency,
  months: Type.Integer({
    minimum: 2,
    maximum: 60,
    default: 24,
    description:
      'How many months. The last one is the newest of an invoice or a line, at most a year after the newest invoice.',
  }),
  spread,
})
export type SpendQuery = Static<typeof SpendQuery>

const kind = Type.Enum([...spendKinds], {
  description:
    '`named`: `name` is what bills write. `unnamed`: they leave it blank. `notItemized`: amounts of invoices that their lines do not explain. `other`: all groups that are not among the ten largest.',
})
const name = Text('TT Pro', { description: 'Empty unless the kind is `named`.' })

const SpendGroup = Type.Object(
  {
    kind,
    name,
    count: Type.Integer({
      minimum: 1,
      examples: [1],
      description: 'How many groups it stands for: more than one only if the kind is `other`.',
    }),
    amounts: Type.Array(Amount, {
      description: 'An amount for each of `months`; negative if credits exceed charges.',
    }),
  },
  { title: 'SpendGroup' },
)
export type SpendGroup = Static<typeof SpendGroup>

const SpendChange = Type.Object(
  { kind, name, amount: Amount, before: Amount },
  {
    title: 'SpendChange',
    description: 'The `amount` of the last month and that of the month `before`.',
  },
)
export type SpendChange = Static<typeof SpendChange>

export const Spend = Type.Object(
  {
    currencyIsoCode: Nullable(CurrencyCode),
    currencies: Type.Array(CurrencyCode, {
      description: 'The currencies of the invoices that you may see.',
    }),
    months: Type.Array(Text('2026-11', { description: 'A month.' }), {
      description: 'Oldest first; empty if there is no invoice.',
    }),
    groups: Type.Array(SpendGroup, {
      description: 'Largest first, at most ten; then the sum of all others, if there are more.',
    }),
    changes: Type.Array(SpendChange, {
      description:
        'What changed most in the last month: at most five groups, also such that are among the others.',
    }),
    earlier: Type.Number({ examples: [0], description: 'What counts before the first month.' }),
    later: Type.Number({ examples: [0], description: 'What counts after the last month.' }),
    isOfVisible: Type.Boolean({
      description:
        'Whether you see only some categories of invoices: all amounts are of these only.',
    }),
  },
  { title: 'Spend', description: '`currencyIsoCode` is null if there is no invoice.' },
)
export type Spend = Static<typeof Spend>

export const ForecastQuery = Exact({ companyFilter, currency, spread })
export type ForecastQuery = Static<typeof ForecastQuery>

const part = (description: string) => Type.Number({ examples: [0], description })
const count = (description: string) => Type.Integer({ minimum: 0, examples: [0], description })

const ForecastMonth = Type.Object(
  {
    month: Text('2026-12', { description: 'A month.' }),
    amount: Amount,
    running: part('What runs, as it was charged last.'),
    prices: part('What announced prices add.'),
    starting: part('What starts, also what orders under way ask for.'),
    ending: part('What ends: not above zero.'),
  },
  { title: 'ForecastMonth', description: '`amount` is the sum of the others.' },
)

export const Forecast = Type.Object(
  {
    currencyIsoCode: Nullable(CurrencyCode),
    months: Type.Array(ForecastMonth, {
      description:
        'Three, oldest first; empty if there is no license, if the newest invoice is too old, or if you may not see licenses.',
    }),
    counts: Type.Object(
      {
        asCharged: count('They are expected as they were charged last.'),
        byRecord: count('No bill charges them yet: the price of their record.'),
        byList: count('No bill charges them yet: the list price of their product.'),
        notCharged: count(
          'Left out: lately no bill charged them for whole months although bills charge others, or none that you may see.',
        ),
        suspended: count('Left out: they are suspended, and no bill charges them.'),
        unpriced: count('Left out: their price is not known.'),
      },
      { description: 'How many charges of licenses are expected from what, or left out.' },
    ),
    charged: Nullable(
      Type.Object(
        { month: Text('2026-11', { description: 'A month.' }), amount: Amount },
        { description: 'The last month of which licenses were charged, and what.' },
      ),
    ),
    isOfVisible: Type.Boolean({
      description:
        'Whether you see only some categories of invoices: only what these charge is expected.',
    }),
  },
  { title: 'Forecast' },
)
export type Forecast = Static<typeof Forecast>
