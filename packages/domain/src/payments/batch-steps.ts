/** A payment of a batch that its bank refused, or whose question it did not get an answer to. */
export interface Decline {
  code: string
  /** In words for the customer. */
  message: string
}

export interface BatchFacts {
  /** In the order in which they happened. */
  declines: readonly Decline[]
  /** The bank of the card waits for an answer to a question about a payment of the batch. */
  isAsked: boolean
  /** How the payment that ended last went: `answered` when the bank asked before it let the payment through. */
  newest: 'none' | 'succeeded' | 'answered' | 'failed'
}

export type BatchStep =
  { do: 'wait' } | { do: 'stop'; why: string } | { do: 'open'; atMost: number }

/** Invoices of a batch that are opened together. */
export const batchChunk = 64

/** Declines of a card, whatever the amount. The rest may pass: another amount, another moment. */
const passing: ReadonlySet<string> = new Set([
  'insufficient_funds',
  'card_velocity_exceeded',
  'withdrawal_count_limit_exceeded',
  'processing_error',
  'issuer_not_available',
  'reenter_transaction',
  'try_again_later',
  'approve_with_id',
  'amount_too_large',
  'amount_too_small',
  'parameter_invalid_integer',
])

/** So many declines stop a batch, whatever they are: banks block cards that are tried again and again. */
const patience = 3

/** Why a batch stops after its declines so far; nothing while it goes on. */
export function stopAfter(declines: readonly Decline[]): string | undefined {
  const repeating = declines.find(({ code }) => !passing.has(code))
  if (repeating) return repeating.message
  return declines.length >= patience ? declines.at(-1)!.message : undefined
}

/**
 * What a batch does next. Invoices are opened one at a time until one was paid without a question, so that a card that
 * is declined is tried once, and a bank that asks each time asks about one payment at a time.
 */
export function nextOfBatch({ declines, isAsked, newest }: BatchFacts): BatchStep {
  const why = stopAfter(declines)
  if (why !== undefined) return { do: 'stop', why }
  if (isAsked) return { do: 'wait' }
  return { do: 'open', atMost: newest === 'succeeded' ? batchChunk : 1 }
}

/** A reason as it is true of a whole batch, of which other payments may have been made. */
export const reasonOfBatch = (reason: string) =>
  reason.replaceAll(/ (?:You have not been|Nothing was) charged\./g, '')
