import { Type, type Static } from 'typebox'
import { lastPage } from '../kernel/list-limits.ts'
import { AccountId } from '../session/session.schema.ts'

/** What happened to payments and cards. `paymentId` names the payment an entry tells about. */
export const PaymentHistoryEntry = Type.Object({
  id: Type.String(),
  createdDate: Type.String(),
  userName: Type.String(),
  ipAddress: Type.String(),
  entryType: Type.String(),
  description: Type.String(),
  paymentId: Type.Union([Type.String(), Type.Null()]),
})
export type PaymentHistoryEntry = Static<typeof PaymentHistoryEntry>

const Uuid = '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$'

/** Newest first unless `orderDescending` says false. */
export const PaymentHistoryPage = Type.Object(
  {
    companyFilter: Type.Optional(AccountId),
    page: Type.Integer({ minimum: 1, maximum: lastPage, default: 1 }),
    perPage: Type.Integer({ minimum: 1, maximum: 3000, default: 200 }),
    userFilter: Type.Optional(Type.Union([Type.String({ pattern: Uuid }), Type.Literal('')])),
    orderDescending: Type.Optional(Type.Enum(['true', 'false', ''])),
  },
  { additionalProperties: false },
)
export type PaymentHistoryPage = Static<typeof PaymentHistoryPage>

export const ReceiptFile = Type.Object({
  file: Type.String({ pattern: `${Uuid.slice(0, -1)}\\.pdf$` }),
})
