import type { Author } from '../../platform/history/history.ts'
import type { ChargeFailure } from '../../providers/cards/card-provider.ts'

/** One attempt to charge one invoice. The provider's idempotency keys are derived from its id. */
export interface Attempt {
  id: string
  accountId: string
  /** Null for an adopted payment whose invoice or card is missing here. */
  invoiceId: string | null
  invoiceNumber: string
  /** The provider's ids of the card and the company. */
  providerCardId: string | null
  customerId: string
  amountCents: number
  batchId: string | null
  /** A user is present and can confirm with the card's bank. */
  onSession: boolean
  state: AttemptState
  isAdopted: boolean
  /** The intent at the provider, once its id is stored. */
  intentId: string | null
  openedAt: Date
  author: Author
}

/** The fields of a successful payment that its refunds and disputes need. */
export interface PaidAttempt extends Pick<
  Attempt,
  'id' | 'accountId' | 'invoiceId' | 'invoiceNumber' | 'intentId'
> {
  /** The payer; null for AutoPay. */
  actorId: string | null
}

/** `requires_action` means that the card's bank requires a confirmation by the cardholder. */
export type AttemptState = 'open' | 'requires_action' | 'succeeded' | 'failed'

export const isOpen = ({ state }: Pick<Attempt, 'state'>) =>
  state === 'open' || state === 'requires_action'

/** Shown to customers while there is no response of the provider. */
export const pendingMessage =
  'Your payment was sent and is being confirmed. You will not be charged twice.'

/** Shown to a payer whose bank requires a confirmation. */
export const waitingMessage = 'Your bank asks you to confirm this payment.'

/** The fields that every event about a payment contains. */
export const paymentOfEvent = (
  attempt: Pick<Attempt, 'id' | 'invoiceId' | 'invoiceNumber' | 'intentId'>,
  amountCents: number,
) => ({
  paymentId: attempt.id,
  invoiceId: attempt.invoiceId,
  invoiceNumber: attempt.invoiceNumber,
  amountCents,
  currency: 'USD',
  providerPaymentId: attempt.intentId,
})

/** The reasons for which the portal itself ends an attempt, worded for the customer. */
export const endings = {
  abandoned: {
    code: 'abandoned',
    message: 'The payment was interrupted before your card was charged.',
  },
  balanceChanged: {
    code: 'balance_changed',
    message: 'The balance changed before the payment was made.',
  },
  notChecked: {
    code: 'not_checked',
    message:
      'We could not check for earlier payments, so your card was not charged. Please try again.',
  },
  otherPayment: {
    code: 'other_payment',
    message: 'Another payment of this invoice is under way. You have not been charged.',
  },
  stopped: {
    code: 'stopped',
    message: 'Card payments are paused at the moment. Nothing was charged.',
  },
  notTried: {
    code: 'not_tried',
    message: 'The card had been declined before, so this payment was not tried.',
  },
  /** The message of the rule replaces this one. */
  notAllowed: { code: 'not_allowed', message: 'The payment is no longer allowed.' },
  unanswered: {
    code: 'authentication_abandoned',
    message:
      'The confirmation that your bank requested was not given in time. You have not been charged.',
  },
  givenUp: {
    code: 'authentication_given_up',
    message:
      'The payment was stopped before you confirmed it with your bank. You have not been charged.',
  },
  replaced: {
    code: 'authentication_replaced',
    message:
      'A new payment was started before this one was confirmed with your bank. You have not been charged.',
  },
} as const satisfies Record<string, ChargeFailure>

/** The codes of endings that were not caused by the card's bank. */
export const ownEndings: readonly string[] = Object.values(endings)
  .filter((one) => one !== endings.unanswered)
  .map(({ code }) => code)

/** Endings that have nothing to do with the invoice or the card: nothing was confirmed, and another attempt may succeed. */
export const interruptions = [endings.abandoned.code, endings.notChecked.code]

/** Adds advice for a user who pays a single invoice and can try again at once. */
export function withAdvice(code: string | null, message: string): string {
  const isOver = code !== endings.balanceChanged.code && !interruptions.some((one) => one === code)
  return isOver ? message : `${message} Please try again.`
}

/** Replaces a bank's message that contains no next step by a message with one. */
export function explain({ code, message }: ChargeFailure): ChargeFailure {
  if (code !== 'authentication_required') return { code, message }
  return {
    code,
    message: 'Your bank requires you to confirm this payment. To do so, pay this invoice alone.',
  }
}
