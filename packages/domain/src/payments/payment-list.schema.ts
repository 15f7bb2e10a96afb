import { Type, type Static } from 'typebox'
import {
  Amount,
  CurrencyCode,
  Day,
  InstantText,
  Nullable,
  paging,
  Exact,
  Text,
  UuidText,
  tableFormat,
} from '../kernel/fields.ts'
import { InvoiceNumber } from '../invoices/invoices.schema.ts'
import { companyFilter, PersonName } from '../session/session.schema.ts'
import { paymentStatuses, type PaymentStatus } from './payment-status.ts'

const statuses = Object.keys(paymentStatuses) as PaymentStatus[]

export const PaymentEntry = Type.Object(
  {
    id: UuidText,
    date: InstantText,
    invoiceNumber: InvoiceNumber,
    amount: Amount,
    refunded: Type.Number({ description: 'How much of it was refunded.' }),
    currencyIsoCode: CurrencyCode,
    card: Nullable(Type.Object({ brand: Text('visa'), last4Digits: Text('4242') })),
    paidBy: PersonName,
    status: Type.Enum(statuses),
    message: Text('', {
      description: 'Why nothing was charged, or that the books apply it to another account.',
    }),
    hasReceipt: Type.Boolean(),
  },
  {
    title: 'PaymentEntry',
    description:
      '`date` is when the payment ended, or started if it has not ended. `card` is null if the portal does not know it.',
  },
)
export type PaymentEntry = Static<typeof PaymentEntry>

const filter = {
  companyFilter,
  status: Type.Optional(Type.Enum(statuses, { description: 'Only payments with this status.' })),
  from: Type.Optional(Day({ description: 'The first day, in UTC.' })),
  to: Type.Optional(Day({ description: 'The last day, in UTC.' })),
  invoiceNumber: Type.Optional(
    Text('INV-2026-1107', {
      minLength: 1,
      maxLength: 64,
      description: 'Only payments of this invoice.',
    }),
  ),
}
export const PaymentFilter = Exact(filter)
export type PaymentFilter = Static<typeof PaymentFilter>

/** The parameters of a file with all matching payments. */
export const PaymentFile = Exact({ ...filter, ...tableFormat })
export type PaymentFile = Static<typeof PaymentFile>

export const PaymentPage = Exact({ ...filter, ...paging({ most: 3000, usual: 200 }) })
export type PaymentPage = Static<typeof PaymentPage>
