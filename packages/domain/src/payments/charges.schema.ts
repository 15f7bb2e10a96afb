import { Type, type Static } from 'typebox'
import { Nullable } from '../kernel/nullable.ts'
import { AccountId } from '../session/session.schema.ts'

export const InvoiceId = Type.Object({ id: Type.String({ pattern: '^[1-9][0-9]{0,17}$' }) })
export const BatchId = Type.Object({ batchId: Type.String({ pattern: '^[0-9a-f-]{36}$' }) })

/**
 * What came of one payment; `pending` when the provider's answer is still missing, `requires_action` when the card's
 * bank asks for its holder: the browser shows the question with `clientSecret` and then names the payment again.
 */
export const PaymentAnswer = Type.Object({
  id: Type.String(),
  status: Type.Enum(['succeeded', 'pending', 'requires_action']),
  invoiceNumber: Type.String(),
  amount: Type.Number(),
  currencyIsoCode: Type.String(),
  message: Type.String(),
  clientSecret: Type.Optional(Type.String()),
})
export type PaymentAnswer = Static<typeof PaymentAnswer>

/** Progress of paying all: one attempt per invoice, so that one decline does not sink the rest. */
export const PaymentBatch = Type.Object({
  id: Type.String(),
  status: Type.Enum(['running', 'done']),
  total: Type.Integer(),
  paid: Type.Integer(),
  /** Charges the provider has not answered for yet; they settle by themselves. */
  pending: Type.Integer(),
  paidAmount: Type.Number(),
  currencyIsoCode: Type.String(),
  failed: Type.Array(Type.Object({ invoiceNumber: Type.String(), message: Type.String() })),
  /** Invoices that were left alone because the batch stopped, and why it did. */
  notTried: Type.Integer(),
  stopped: Nullable(Type.String()),
  /** What the bank of the card asks; the batch waits for the answer until then. */
  question: Nullable(
    Type.Object({
      paymentId: Type.String(),
      invoiceNumber: Type.String(),
      amount: Type.Number(),
      payer: Type.String(),
      until: Type.String(),
      /** Only for the person who is about to answer. */
      clientSecret: Type.Optional(Type.String()),
    }),
  ),
})
export type PaymentBatch = Static<typeof PaymentBatch>

/** The running batch of the company, or the newest one when `latest` is asked for; null when none. */
export const CurrentBatch = Type.Union([PaymentBatch, Type.Null()])

export const IdempotencyKey = Type.String({ pattern: '^[A-Za-z0-9_-]{8,100}$' })

const PlannedInvoice = {
  invoiceNumber: Type.String(),
  amount: Type.Number(),
  currencyIsoCode: Type.String(),
  dueDate: Nullable(Type.String()),
}

/** What paying all would charge now, in this order, and which unpaid invoices it would leave out. */
export const PayAllPlan = Type.Object({
  /** Stands for what is charged; sent along, it makes sure that nothing else is. */
  tag: Type.String(),
  amount: Type.Number(),
  currencyIsoCode: Type.String(),
  charged: Type.Array(Type.Object(PlannedInvoice)),
  leftOut: Type.Array(Type.Object({ ...PlannedInvoice, reason: Type.String() })),
})
export type PayAllPlan = Static<typeof PayAllPlan>

const Uuid = Type.String({ pattern: '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' })
const Instant = Type.String({ pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d+)?Z$' })

/**
 * `paymentId` continues that payment after its payer has been to the bank, and begins no other. `payAgainAfter` is
 * the `moneyBack.at` of an invoice whose payer was asked whether to pay it again. `notAppliedUntil` is the `at` of money
 * not applied that the payer was asked about. `cardId` names a card on file instead of the default one.
 */
export const PaymentQuery = Type.Object(
  {
    companyFilter: Type.Optional(AccountId),
    paymentId: Type.Optional(Type.String({ pattern: '^[0-9a-f-]{36}$' })),
    payAgainAfter: Type.Optional(Instant),
    notAppliedUntil: Type.Optional(Instant),
    cardId: Type.Optional(Uuid),
  },
  { additionalProperties: false },
)

/** `plan` is the `tag` of the plan that the payer saw: nothing is charged when it is out of date. */
export const PayAllQuery = Type.Object(
  {
    companyFilter: Type.Optional(AccountId),
    plan: Type.Optional(Type.String({ pattern: '^[A-Za-z0-9_-]{22}$' })),
    notAppliedUntil: Type.Optional(Instant),
    cardId: Type.Optional(Uuid),
  },
  { additionalProperties: false },
)

/**
 * Money that was paid by card and that no invoice needs or contains: what is paid next may be paid already. Null when
 * there is none. `amount` is that of the invoices named, which are those the reader may see.
 */
export const NotAppliedAnswer = Type.Union([
  Type.Object({
    at: Type.String(),
    invoiceNumbers: Type.Array(Type.String()),
    amount: Type.Number(),
    currencyIsoCode: Type.String(),
  }),
  Type.Null(),
])
export type NotAppliedAnswer = Static<typeof NotAppliedAnswer>

export const BatchQuery = Type.Object(
  { companyFilter: Type.Optional(AccountId) },
  { additionalProperties: false },
)
