/** A payment of a batch that the bank declined, or whose authentication was not completed. */
export interface Decline {
  code: string
  /** Worded for the customer. */
  message: string
}

export interface BatchFacts {
  /** In chronological order. */
  declines: readonly Decline[]
  /** A payment of the batch waits for the authentication that the card's bank requires. */
  isAsked: boolean
  /** The outcome of the latest payment: `answered` if it succeeded after the bank required authentication. */
  newest: 'none' | 'succeeded' | 'answered' | 'failed'
}

export type BatchStep =
  { do: 'wait' } | { do: 'stop'; why: string } | { do: 'open'; atMost: number }

/** How many invoices of a batch are opened together. */
export const batchChunk = 64

/** Declines that another amount or another time may avoid. All other declines concern the card itself. */
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

/** After this many declines of any kind a batch stops, because banks block cards that are tried repeatedly. */
const patience = 3

/** Returns why a batch stops after these declines, or undefined if it continues. */
export function stopAfter(declines: readonly Decline[]): string | undefined {
  const repeating = declines.find(({ code }) => !passing.has(code))
  if (repeating) return repeating.message
  return declines.length >= patience ? declines.at(-1)!.message : undefined
}

/**
 * Returns the next step of a batch. Invoices are opened one at a time until one is paid without authentication. So a card
 * that is declined is tried once, and a bank that always requires authentication does so for one payment at a time.
 */
export function nextOfBatch({ declines, isAsked, newest }: BatchFacts): BatchStep {
  const why = stopAfter(declines)
  if (why !== undefined) return { do: 'stop', why }
  if (isAsked) return { do: 'wait' }
  return { do: 'open', atMost: newest === 'succeeded' ? batchChunk : 1 }
}

/** Removes sentences that may be false for a whole batch, because its other payments may have succeeded. */
export const reasonOfBatch = (reason: string) =>
  reason.replaceAll(/ (?:You have not been|Nothing was) charged\./g, '')
