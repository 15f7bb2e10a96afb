import { Type, type Static } from 'typebox'
import { lastPage } from '../kernel/list-limits.ts'
import { AccountId } from '../session/session.schema.ts'
import { paymentStatuses, type PaymentStatus } from './payment-status.ts'

const Status = Type.Enum(Object.keys(paymentStatuses) as PaymentStatus[])

/** A payment by card, tried or made. */
export const PaymentEntry = Type.Object({
  id: Type.String(),
  /** The instant when it ended, or began if it has not ended. */
  date: Type.String(),
  invoiceNumber: Type.String(),
  amount: Type.Number(),
  /** What of it is back with the customer. */
  refunded: Type.Number(),
  currencyIsoCode: Type.String(),
  /** Null if the portal does not know the card. */
  card: Type.Union([
    Type.Object({ brand: Type.String(), last4Digits: Type.String() }),
    Type.Null(),
  ]),
  paidBy: Type.String(),
  status: Status,
  /** Why nothing was charged. */
  message: Type.String(),
  hasReceipt: Type.Boolean(),
})
export type PaymentEntry = Static<typeof PaymentEntry>

const IsoDay = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' })

const filter = {
  companyFilter: Type.Optional(AccountId),
  status: Type.Optional(Status),
  /** Both days are included, in UTC. */
  from: Type.Optional(IsoDay),
  to: Type.Optional(IsoDay),
  invoiceNumber: Type.Optional(Type.String({ minLength: 1, maxLength: 64 })),
}
export const PaymentFilter = Type.Object(filter, { additionalProperties: false })
export type PaymentFilter = Static<typeof PaymentFilter>

export const PaymentPage = Type.Object(
  {
    ...filter,
    page: Type.Integer({ minimum: 1, maximum: lastPage, default: 1 }),
    perPage: Type.Integer({ minimum: 1, maximum: 3000, default: 200 }),
  },
  { additionalProperties: false },
)
export type PaymentPage = Static<typeof PaymentPage>
