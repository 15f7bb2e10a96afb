import type { Author } from '../../platform/history.ts'

/** One try to charge one invoice; `id` is what the provider's idempotency key is made of. */
export interface Attempt {
  id: string
  accountId: string
  invoiceId: string
  invoiceNumber: string
  /** The card's id at the provider, and the company's. */
  providerCardId: string
  customerId: string
  amountCents: number
  batchId: string | null
  /** A person is at the screen: the card's bank may ask for him or her. */
  onSession: boolean
  state: AttemptState
  /** The intent at the provider, once an answer or an event has named it. */
  providerId: string | null
  createdAt: Date
  author: Author
}

/** A payment that succeeded, as far as its refunds and disputes need it. */
export interface PaidAttempt extends Pick<
  Attempt,
  'id' | 'accountId' | 'invoiceId' | 'invoiceNumber' | 'providerId'
> {
  /** Who paid; null when a machine did. */
  actorId: string | null
}

export type AttemptState = 'submitted' | 'unknown' | 'requires_action' | 'succeeded' | 'failed'

/** How an attempt ended, that it waits for its payer, or that nobody knows yet. */
export type Outcome =
  | { state: 'succeeded'; providerId: string }
  | { state: 'failed'; providerId: string | null; code: string; message: string }
  | { state: 'unknown'; providerId: string | null }
  /** The secret lets a browser go on with the charge; it is handed to its payer and kept nowhere. */
  | { state: 'requires_action'; providerId: string; clientSecret: string }

/** What a customer reads while the provider's answer is missing. */
export const pendingMessage =
  'Your payment was sent and is being confirmed. You will not be charged twice.'

/** What every event about a payment says of it. */
export const paymentOfEvent = (
  attempt: Pick<Attempt, 'id' | 'invoiceId' | 'invoiceNumber' | 'providerId'>,
  amountCents: number,
) => ({
  paymentId: attempt.id,
  invoiceId: attempt.invoiceId,
  invoiceNumber: attempt.invoiceNumber,
  amountCents,
  currency: 'USD',
  providerPaymentId: attempt.providerId,
})

/** What a payer reads whose bank wants to know that it is really him or her. */
export const waitingMessage = 'Your bank asks you to confirm this payment.'
