import { Type, type Static } from 'typebox'
import {
  exampleUuid,
  InstantText,
  Nullable,
  paging,
  Exact,
  Text,
  UuidText,
  Uuid,
  uuidPattern,
} from '../kernel/fields.ts'
import { companyFilter, PersonName } from '../session/session.schema.ts'
import { orderDescending, userFilter } from '../team/history.schema.ts'

export const PaymentHistoryEntry = Type.Object(
  {
    id: Text('5120'),
    createdDate: InstantText,
    userName: PersonName,
    ipAddress: Text('192.0.2.17'),
    entryType: Text('Payment'),
    description: Text('Paid invoice INV-2026-1107'),
    paymentId: Nullable(UuidText),
  },
  { title: 'PaymentHistoryEntry' },
)
export type PaymentHistoryEntry = Static<typeof PaymentHistoryEntry>

export const PaymentHistoryPage = Exact({
  companyFilter,
  ...paging({ most: 3000, usual: 200 }),
  userFilter,
  orderDescending,
})
export type PaymentHistoryPage = Static<typeof PaymentHistoryPage>

export const ReceiptFile = Type.Object({
  file: Text(`${exampleUuid}.pdf`, {
    pattern: `${uuidPattern.slice(0, -1)}\\.pdf$`,
    description: 'The id of the payment and `.pdf`.',
  }),
})

export const ReceiptKey = Type.Object({
  paymentId: Uuid({ description: 'The id of the payment.' }),
})
