import { Type, type Static } from 'typebox'
import { Amount, CurrencyCode, Day, Exact, exampleUuid, Text, Uuid } from '../kernel/fields.ts'
import { BankTransfer } from './bank-transfer.schema.ts'
import { InvoiceNumber, selection } from './invoices.schema.ts'
import { mostTransferred } from './transfer-notice.ts'

const Part = { invoiceNumber: InvoiceNumber, amount: Amount }
const reference = 'INV-2026-1107, INV-2026-1108'

export const PlanTransfer = Exact(
  {
    ...selection('TransferredInvoices', mostTransferred).properties,
    deducted: Type.Array(InvoiceNumber, {
      maxItems: mostTransferred,
      uniqueItems: true,
      description: 'The `invoiceNumber`s of the credits to deduct.',
    }),
  },
  { title: 'PlanTransfer' },
)
export type PlanTransfer = Static<typeof PlanTransfer>

export const TransferPlan = Type.Object(
  {
    amount: Amount,
    due: { ...Amount, description: 'The amount without deducted credits.' },
    currencyIsoCode: CurrencyCode,
    invoices: Type.Array(Type.Object({ id: Text('88012'), ...Part }), {
      description: 'What each invoice gets; deducted credits reduce the oldest first.',
    }),
    credits: Type.Array(Type.Object(Part), {
      description: 'The open credits of the selling company that you may see.',
    }),
    transfer: BankTransfer,
  },
  { title: 'TransferPlan' },
)
export type TransferPlan = Static<typeof TransferPlan>

export const AnnounceTransfer = Exact(
  {
    transferId: Uuid({ description: 'Chosen by the caller: a repeat changes nothing.' }),
    paidOn: Day({ description: 'At most 10 days from today.' }),
    reference: Text(reference, {
      maxLength: 140,
      pattern: '^[^\\u0000-\\u001f\\u007f-\\u009f]*$',
      description: 'What the payer gave as the reference; can be empty.',
    }),
    currencyIsoCode: CurrencyCode,
    invoices: Type.Array(
      Exact({
        id: Text('88012', { pattern: '^[1-9][0-9]{0,17}$' }),
        amount: { ...Amount, minimum: 0 },
      }),
      { minItems: 1, maxItems: mostTransferred },
    ),
    deducted: Type.Array(Exact({ ...Part, amount: { ...Amount, exclusiveMinimum: 0 } }), {
      maxItems: mostTransferred,
      description: 'The credits that the amounts are reduced by.',
    }),
  },
  { title: 'AnnounceTransfer' },
)
export type AnnounceTransfer = Static<typeof AnnounceTransfer>

export const WithdrawnTransfer = Type.Object(
  {
    invoices: Type.Array(Type.Object({ id: Text('88012'), amount: Amount }), {
      description: 'The parts that no longer count as announced; empty if it had ended.',
    }),
  },
  { title: 'WithdrawnTransfer' },
)
export type WithdrawnTransfer = Static<typeof WithdrawnTransfer>

export const NoticeKey = Type.Object({
  noticeId: Uuid({ examples: [exampleUuid], description: 'The `id` of the `transferNotice`.' }),
})
