import { Type, type Static } from 'typebox'
import { InvoiceNumber, InvoiceRevision, selection } from '../invoices/invoices.schema.ts'
import { Amount, CurrencyCode, Exact, Nullable, Text } from '../kernel/fields.ts'
import { companyFilter } from '../session/session.schema.ts'
import { causeKinds } from './change-causes.ts'
import { mostCompared } from './show-change.ts'

export const ChangesQuery = Exact({
  companyFilter,
  against: Type.Optional(
    Text('INV-2026-1007', {
      minLength: 1,
      maxLength: 64,
      description:
        'The number of an earlier invoice to compare with; absent: the one it continues.',
    }),
  ),
})

export const ComparedInvoices = selection('ComparedInvoices', mostCompared)

const ComparedInvoice = Type.Object(
  {
    invoiceNumber: InvoiceNumber,
    serviceMonth: Text('2026-10', {
      description: 'The month of its service, else that of its date.',
    }),
    amount: Amount,
  },
  { title: 'ComparedInvoice' },
)
export type ComparedInvoice = Static<typeof ComparedInvoice>

const ComparedLine = Type.Object(
  {
    invoiceNumber: InvoiceNumber,
    quantity: Type.Optional(Type.Number()),
    salesPrice: Type.Optional(Type.Number()),
    total: Amount,
  },
  {
    title: 'ComparedLine',
    description: '`quantity` and `salesPrice` are absent if the books have none.',
  },
)
export type ComparedLine = Static<typeof ComparedLine>

const ChangedLine = Type.Object(
  {
    productName: Text('Market data terminal'),
    description: Text('Nov 2026'),
    moreInfo: Text('Seat 14'),
    userName: Text('tjones'),
    before: Type.Optional(ComparedLine),
    after: Type.Optional(ComparedLine),
    amount: Type.Number({
      examples: [25.73],
      description: 'What this line adds to the cause; a line may be part of two causes.',
    }),
  },
  {
    title: 'ChangedLine',
    description: '`before` or `after` is absent if only one of the invoices has the line.',
  },
)
export type ChangedLine = Static<typeof ChangedLine>

const ChangeCause = Type.Object(
  {
    kind: Type.Enum([...causeKinds]),
    words: Text('price of Market data terminal +3.5%'),
    amount: Amount,
    lines: Type.Array(ChangedLine),
  },
  { title: 'ChangeCause' },
)
export type ChangeCause = Static<typeof ChangeCause>

export const InvoiceChanges = Type.Object(
  {
    sentence: Text(
      '$51.46 (3.5%) more than Oct 2026: price of Market data terminal +3.5%, +$51.46.',
      { description: 'Why the invoice differs, or why it is compared with none.' },
    ),
    isChosen: Type.Boolean({ description: 'Compared with the invoice that was asked for.' }),
    isOfVisible: Type.Boolean({
      description: 'You may see only some kinds of invoices, so others were not looked at.',
    }),
    currencyIsoCode: CurrencyCode,
    invoice: ComparedInvoice,
    revision: InvoiceRevision,
    before: Type.Array(ComparedInvoice, {
      description:
        'The invoices that it continues: several if they were merged, none if there is no comparison.',
    }),
    difference: Nullable(Amount),
    causes: Type.Array(ChangeCause, {
      description: 'The largest first. They add up to `difference` exactly.',
    }),
    choices: Type.Array(ComparedInvoice, {
      description: 'Earlier invoices to compare with, the newest first.',
    }),
  },
  { title: 'InvoiceChanges' },
)
export type InvoiceChanges = Static<typeof InvoiceChanges>

const InvoiceDifference = Type.Object(
  {
    id: Text('88012'),
    amount: Type.Number({
      examples: [1575.33],
      description: 'The amount that was compared. If a list shows another, it has changed since.',
    }),
    before: Type.Array(ComparedInvoice, {
      description:
        'The invoices that it continues; none if there is no comparison, or if it would take too long here.',
    }),
    difference: Nullable(Amount),
  },
  { title: 'InvoiceDifference' },
)
export type InvoiceDifference = Static<typeof InvoiceDifference>

export const InvoiceDifferences = Type.Object(
  {
    differences: Type.Array(InvoiceDifference, {
      description: 'Without invoices that you may not see.',
    }),
  },
  { title: 'InvoiceDifferences' },
)
export type InvoiceDifferences = Static<typeof InvoiceDifferences>
