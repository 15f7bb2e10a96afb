/** The provider's states of a PaymentIntent that the portal uses. */
export type IntentStatus =
  | 'requires_confirmation'
  | 'requires_payment_method'
  | 'requires_action'
  | 'processing'
  | 'succeeded'
  | 'canceled'

/** An intent of this instance, as the provider returned it. */
export interface Intent {
  id: string
  /** From the intent's metadata. */
  attemptId: string
  invoiceNumber: string
  amountCents: number
  status: IntentStatus
  /** The provider's time of creation, in milliseconds. */
  createdAt: number
  /** Why the bank declined, in the provider's words. */
  declineReason?: string
}

export interface AttemptRow {
  id: string
  state: 'open' | 'succeeded' | 'failed'
  /** Null until the provider's response to the create is stored. */
  intentId: string | null
  amountCents: number
}

/** What a transaction on the primary reads about the invoice of an attempt. */
export interface ChargeFacts {
  isChargingOn: boolean
  /** How much the rules that open an attempt allow for the invoice now, without this attempt. */
  allowedCents: number
}

const hourMs = 3_600_000

/** Returns whether an intent cannot have moved money yet and can be canceled. */
export function isUnfinished(status: IntentStatus): boolean {
  return status.startsWith('requires_')
}

export type StoreRefusal = 'notOpen' | 'chargingStopped' | 'amountNotAllowed'

/**
 * Returns why the id of a new intent is not stored, or undefined if it is stored (decision 0029). After a refusal the
 * intent is canceled and nothing is confirmed.
 */
export function storeRefusal(
  attempt: AttemptRow | undefined,
  facts: ChargeFacts,
): StoreRefusal | undefined {
  if (attempt?.state !== 'open') return 'notOpen'
  if (!facts.isChargingOn) return 'chargingStopped'
  // A smaller amount is refused too: the payer agreed to this amount, and the intent cannot change it.
  if (facts.allowedCents !== attempt.amountCents) return 'amountNotAllowed'
  return undefined
}

/**
 * Returns why an intent is not confirmed after the comparison, or undefined if it is confirmed (decision 0029). `listed`
 * contains each listed intent as last seen. Runs in the transaction that moves the watermark.
 */
export function confirmRefusal(
  attempt: AttemptRow | undefined,
  intent: { id: string; invoiceNumber: string },
  listed: readonly Intent[],
  facts: ChargeFacts,
): StoreRefusal | 'otherIntent' | undefined {
  // An intent that succeeded is not a rival: it was adopted, so the allowed amount includes it. The books may demand more.
  const isRival = (other: Intent) =>
    other.invoiceNumber === intent.invoiceNumber &&
    other.id !== intent.id &&
    (other.status === 'processing' || isUnfinished(other.status))
  return storeRefusal(attempt, facts) ?? (listed.some(isRival) ? 'otherIntent' : undefined)
}

/** Who saw an intent: a payer's comparison, an event, the process that opened the attempt, or the reconciler. */
export type SeenBy = 'comparison' | 'event' | 'holder' | 'reconciler'

export type Alignment =
  /** The row is open: store the intent's id and wait for its end. */
  | { do: 'store' }
  | { do: 'book'; outcome: 'succeeded' }
  | { do: 'book'; outcome: 'failed'; reason?: string }
  /** Create or reopen the row with the attempt id of the metadata. */
  | { do: 'adopt'; state: 'succeeded' | 'open' }
  | { do: 'cancel' }
  | { do: 'leave' }
  /** Two intents name one attempt. Nothing is booked; doctor reports it. */
  | { do: 'report' }

/**
 * Returns what an intent changes in its row (decision 0029). The row must be read on the primary after the intent was
 * seen; undefined means that no row has the attempt's id.
 */
export function alignmentOf(
  row: Pick<AttemptRow, 'state' | 'intentId'> | undefined,
  intent: Pick<Intent, 'id' | 'status' | 'declineReason'>,
  seenBy: SeenBy,
): Alignment {
  const { status, declineReason } = intent
  const isRowsOwn = !row?.intentId || row.intentId === intent.id
  if (!isRowsOwn) return status === 'canceled' ? { do: 'leave' } : { do: 'report' }
  if (row?.state === 'open') {
    if (status === 'succeeded') return { do: 'book', outcome: 'succeeded' }
    if (status === 'canceled')
      return { do: 'book', outcome: 'failed', ...(declineReason && { reason: declineReason }) }
    return { do: 'store' }
  }
  if (row?.state === 'succeeded' || status === 'canceled') return { do: 'leave' }
  if (status === 'succeeded') return { do: 'adopt', state: 'succeeded' }
  if (status === 'processing') return { do: 'adopt', state: 'open' }
  // An event may reach a second database that does not know the attempt. The event must not end a payment of the first database.
  return seenBy === 'event' ? { do: 'leave' } : { do: 'cancel' }
}

/**
 * Returns the earliest time of creation that a comparison lists, in milliseconds, or null for all (decision 0029). The
 * overlap of an hour covers intents that the list shows late, and clocks that differ.
 */
export function listedSince(watermark: number | null): number | null {
  return watermark === null ? null : watermark - hourMs
}

export type WatermarkMove = { do: 'compareAgain' } | { do: 'move'; to: number | null }

/**
 * Returns the watermark at the end of a comparison (decision 0029). Runs in one transaction on the primary, in which
 * `stored` and the rows of the listed intents are read.
 *
 * If the watermark is older than the one from which the list started, or if an unfinished intent has no row, commits were
 * lost during the comparison. The changes that the comparison made may be lost too.
 */
export function moveWatermark(
  stored: number | null,
  listedFrom: number | null,
  listed: readonly Intent[],
  rowOf: (attemptId: string) => AttemptRow | undefined,
): WatermarkMove {
  if ((stored ?? -Infinity) < (listedFrom ?? -Infinity)) return { do: 'compareAgain' }
  const isForgotten = ({ status, attemptId }: Intent) => {
    const state = rowOf(attemptId)?.state
    return status !== 'canceled' && state !== 'open' && state !== 'succeeded'
  }
  if (listed.some(isForgotten)) return { do: 'compareAgain' }
  const newest = Math.max(stored ?? -Infinity, ...listed.map(({ createdAt }) => createdAt))
  return { do: 'move', to: newest === -Infinity ? null : newest }
}
