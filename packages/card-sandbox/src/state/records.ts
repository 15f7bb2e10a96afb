// The stored records of the sandbox. The objects of the API are derived from them in views/.
import type Stripe from 'stripe'
import type { IntentError } from '../wire/api-error.ts'

export type CardDetails = {
  number: string
  expMonth: number
  expYear: number
  name: string | null
  postalCode: string | null
  hasCvc: boolean
}

type Kept = { id: string; created: number }
export type Metadata = Record<string, string>

export type CustomerRecord = Kept & {
  email: string | null
  name: string | null
  description: string | null
  phone: string | null
  address: Stripe.Address | null
  metadata: Metadata
  defaultPaymentMethod: string | null
}

export type TokenRecord = Kept & { cardId: string; card: CardDetails; isUsed: boolean }

export type PaymentMethodRecord = Kept & {
  card: CardDetails
  customer: string | null
  /** 3-D Secure was passed when the card was saved. */
  isSetUp: boolean
  /** The card was detached from a customer, or paid without one: it can never be used again. */
  isSpent: boolean
  email: string | null
  phone: string | null
  address: Stripe.Address | null
  metadata: Metadata
}

type Intent = Kept & {
  clientSecret: string
  customer: string | null
  description: string | null
  paymentMethod: string | null
  metadata: Metadata
  lastError: IntentError | null
}

export type SetupIntentRecord = Intent & {
  usage: string
  status: Stripe.SetupIntent.Status
  cancellationReason: Stripe.SetupIntent.CancellationReason | null
}

export type PaymentIntentRecord = Intent & {
  amount: number
  currency: string
  status: Stripe.PaymentIntent.Status
  latestCharge: string | null
  receiptEmail: string | null
  descriptorSuffix: string | null
  setupFutureUsage: Stripe.PaymentIntent.SetupFutureUsage | null
  canceledAt: number | null
  cancellationReason: Stripe.PaymentIntent.CancellationReason | null
}

export type ChargeRecord = Kept & {
  amount: number
  amountRefunded: number
  currency: string
  customer: string | null
  description: string | null
  paymentIntent: string
  paymentMethod: string
  card: CardDetails
  metadata: Metadata
  receiptEmail: string | null
  descriptorSuffix: string | null
  status: Stripe.Charge.Status
  failure: { code: string; declineCode: string | null; message: string } | null
  isDisputed: boolean
}

export type RefundRecord = Kept & {
  amount: number
  currency: string
  charge: string
  paymentIntent: string
  reason: Stripe.Refund.Reason | null
  status: RefundStatus
  failureReason: string | null
  /** The status that the refund gets automatically later, as defined by the test card. */
  becomes: RefundStatus | null
  metadata: Metadata
}

export type RefundStatus = 'canceled' | 'failed' | 'pending' | 'succeeded'

export type DisputeRecord = Kept & {
  amount: number
  currency: string
  charge: string
  paymentIntent: string
  reason: string
  status: Stripe.Dispute.Status
  /** A prevented dispute was blocked, or resolved by returning the money to the bank. */
  isResolved: boolean
  metadata: Metadata
}

export const hasTakenMoney = ({ status, isResolved }: DisputeRecord) =>
  status === 'prevented'
    ? isResolved
    : !['won', 'warning_needs_response', 'warning_closed'].includes(status)

export type CheckoutItem = {
  id: string
  priceId: string
  productId: string
  name: string
  quantity: number
  unitAmount: number
}

/** A checkout: the provider's form on which a customer pays. */
export type CheckoutRecord = Kept & {
  clientSecret: string
  customer: string | null
  customerEmail: string | null
  /** The values that the payer typed on the page. */
  payer: { email: string; name: string } | null
  currency: string
  items: CheckoutItem[]
  metadata: Metadata
  intentDescription: string | null
  intentMetadata: Metadata
  intentDescriptorSuffix: string | null
  clientReferenceId: string | null
  returnUrl: string | null
  redirect: 'always' | 'if_required' | 'never'
  expiresAt: number
  status: 'complete' | 'expired' | 'open'
  /** Created with the first try to pay. */
  paymentIntent: string | null
}

export type EventRecord = Kept & {
  object: 'event'
  api_version: string
  data: { object: object; previous_attributes?: object }
  livemode: boolean
  pending_webhooks: number
  request: { id: string | null; idempotency_key: string | null }
  type: string
}

/** The answer for an idempotency key, to be returned again. */
export type AnswerRecord = Kept & {
  path: string
  fingerprint: string
  requestId: string
  status: number
  body: object
}
