import type { Author } from '../../platform/history.ts'
import type { ChargeFailure } from '../../providers/cards/card-provider.ts'

/** One try to charge one invoice. Its id is what the provider's idempotency keys are made of. */
export interface Attempt {
  id: string
  accountId: string
  /** Null in an adopted payment whose invoice or card does not exist here. */
  invoiceId: string | null
  invoiceNumber: string
  /** The card's id at the provider, and the company's. */
  providerCardId: string | null
  customerId: string
  amountCents: number
  batchId: string | null
  /** A person is at the screen and can answer the card's bank. */
  onSession: boolean
  state: AttemptState
  isAdopted: boolean
  /** The intent at the provider, once its id is stored. */
  intentId: string | null
  openedAt: Date
  author: Author
}

/** A payment that succeeded, as far as its refunds and disputes need it. */
export interface PaidAttempt extends Pick<
  Attempt,
  'id' | 'accountId' | 'invoiceId' | 'invoiceNumber' | 'intentId'
> {
  /** Who paid; null for AutoPay. */
  actorId: string | null
}

/** `requires_action`: the card's bank asks its holder. */
export type AttemptState = 'open' | 'requires_action' | 'succeeded' | 'failed'

export const isOpen = ({ state }: Pick<Attempt, 'state'>) =>
  state === 'open' || state === 'requires_action'

/** What a customer reads while the provider's answer is missing. */
export const pendingMessage =
  'Your payment was sent and is being confirmed. You will not be charged twice.'

/** What a payer reads whose bank asks for a confirmation. */
export const waitingMessage = 'Your bank asks you to confirm this payment.'

/** What every event about a payment says of it. */
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

/** Why the portal itself ends an attempt, in words for the customer. */
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
    message: 'The payment could not be compared with earlier ones. You have not been charged.',
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
  /** The message is that of the rule. */
  notAllowed: { code: 'not_allowed', message: 'The payment is not allowed any more.' },
  unanswered: {
    code: 'authentication_abandoned',
    message: 'The question of your bank was not answered in time. You have not been charged.',
  },
  givenUp: {
    code: 'authentication_given_up',
    message: 'The payment was stopped before the bank was answered. You have not been charged.',
  },
  replaced: {
    code: 'authentication_replaced',
    message: 'A new payment was started before the bank was answered. You have not been charged.',
  },
} as const satisfies Record<string, ChargeFailure>

/** Ends that the bank of the card has no part in. */
export const ownEndings: readonly string[] = Object.values(endings)
  .filter((one) => one !== endings.unanswered)
  .map(({ code }) => code)

/** Ends that say nothing about the invoice or the card: nothing was confirmed, and another try may go through. */
export const interruptions = [endings.abandoned.code, endings.notChecked.code]

/** What the payer of one invoice reads, who can try again at once. */
export function withAdvice(code: string | null, message: string): string {
  const isOver = code !== endings.balanceChanged.code && !interruptions.some((one) => one === code)
  return isOver ? message : `${message} Please try again.`
}

/** Puts a decline in words that lead on, where the bank's do not. */
export function explain({ code, message }: ChargeFailure): ChargeFailure {
  if (code !== 'authentication_required') return { code, message }
  return {
    code,
    message: 'Your bank wants you to confirm this payment. Pay this invoice by itself to do so.',
  }
}
