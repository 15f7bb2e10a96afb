import { Type, type Static, type TSchema } from 'typebox'
import { CurrencyCode, DayText, Nullable, Text, UuidText } from '../kernel/fields.ts'
import { accountRowKeys } from './movements.ts'

// The content of a statement: a screen, a PDF and a spreadsheet show the same words and amounts.

const cents = Type.Integer({ examples: [-140_000], description: 'In minor units of its currency.' })
const currency = CurrencyCode

const StatementLine = Type.Object({
  row: Type.Enum(['opening', ...accountRowKeys, 'closing', 'pending', 'notApplied', 'due']),
  label: Text('Bank transfers (2)'),
  cents,
  isTotal: Type.Boolean({ description: 'A balance or the amount due, not a sum of movements.' }),
})
export type StatementLine = Static<typeof StatementLine>

const StatementAccount = Type.Object({
  currency,
  lines: Type.Array(StatementLine, {
    description: 'From the opening to the closing balance, and to the amount due today.',
  }),
  closingCents: cents,
  aging: Type.Object(
    { current: cents, '1-30': cents, '31-60': cents, '61-90': cents, '90+': cents, other: cents },
    { description: 'Adds up to `closingCents`.' },
  ),
})

const invoice = {
  invoiceNumber: Text('INV-204981'),
  isKept: Type.Boolean({ description: 'The portal still has the invoice.' }),
}

const StatementMovement = Type.Object({
  day: DayText,
  ...invoice,
  row: Type.Enum([...accountRowKeys], { description: 'The line of the account that counts it.' }),
  what: Text('Card payment, Visa ending in 4242'),
  reference: Text('REM 77 · RCT-5512'),
  paidOn: Nullable(DayText),
  paymentId: Nullable({ ...UuidText, description: 'Of a card payment with a receipt.' }),
  source: Text('Our books'),
  cents,
  currency,
})
export type StatementMovement = Static<typeof StatementMovement>

const OpenInvoice = Type.Object({
  date: DayText,
  ...invoice,
  type: Text('Network'),
  dueDate: Nullable(DayText),
  age: Text('Overdue 3 days'),
  notice: Type.Optional(
    Text('Transfer of $1,000.00 announced for 11/30/2026 by Paula Reyes', {
      description: 'The announced transfer, if the statement ends today.',
    }),
  ),
  cents,
  currency,
})
export type OpenInvoice = Static<typeof OpenInvoice>

const StatementTotal = Type.Object({ currency, count: Text('2 lines'), cents })
export type StatementTotal = Static<typeof StatementTotal>

const list = <T extends TSchema>(row: T) =>
  Type.Object({
    title: Text('Movements from 10/01/2026 to 10/31/2026'),
    empty: Text('Nothing changed in this period.', { description: 'If there are no rows.' }),
    rows: Type.Array(row),
    totals: Type.Array(StatementTotal),
  })

export const Statement = Type.Object(
  {
    asOf: DayText,
    facts: Type.Array(Type.Object({ label: Text('State'), value: Text('Final') })),
    accounts: Type.Array(StatementAccount, { description: 'One for each currency.' }),
    movements: list(StatementMovement),
    open: list(OpenInvoice),
    notes: Type.Array(Text('Made on 11/21/2026.')),
  },
  { title: 'Statement' },
)
export type Statement = Static<typeof Statement>
