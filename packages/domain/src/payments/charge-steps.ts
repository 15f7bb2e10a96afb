import { isUnfinished, type AttemptRow, type Intent } from './charge-comparison.ts'

/** The progress of the process that opened an attempt. */
export type HolderProgress =
  | 'opened'
  | 'createRefused'
  | 'created'
  | 'stored'
  /** The comparison allowed the confirm. */
  | 'allowed'
  /** The id was not stored, the comparison refused, or the bank declined. */
  | 'mustCancel'
  | 'confirmSent'
  | 'cancelSent'

/** The process that opened the attempt, or the reconciler, which works on attempts whose lease has expired. */
export type Worker = { role: 'holder'; progress: HolderProgress } | { role: 'reconciler' }

export interface WorkedAttempt {
  state: AttemptRow['state']
  intentId: string | null
  /** When the holder's lease expires, in milliseconds. */
  leaseUntil: number
  openedAt: number
  /** The rules that open an attempt still allow exactly its amount. */
  isOwed: boolean
  worker: Worker
}

/** The intent as last seen: `unseen` if there is no response yet, `none` if the customer's list does not contain it. */
export type SeenIntent = Pick<Intent, 'status' | 'declineReason'> | 'unseen' | 'none'

export type NextStep =
  | { do: 'create' }
  | { do: 'store' }
  | { do: 'compare' }
  | { do: 'confirm' }
  /** Uses a new idempotency key each time. The reason of a decline is stored first. */
  | { do: 'cancel'; declineReason?: string }
  | { do: 'retrieve' }
  /** List the customer's intents since an hour before the opening. */
  | { do: 'list' }
  | { do: 'align' }
  /** Only if `failsWithoutIntent` is still true in the transaction. */
  | { do: 'failWithoutIntent' }
  /** Check again at `until` (milliseconds), or when the provider sends an event. */
  | { do: 'wait'; until?: number }
  | { do: 'nothing' }

/** How long a payer can answer the bank's question, in milliseconds after the attempt was opened. */
export const questionMs = 15 * 60_000

/**
 * Returns what a process does next with an attempt (decision 0029).
 *
 * Only the holder creates and confirms, and only while its lease lasts. The reconciler retrieves, cancels and books.
 */
export function nextStep(attempt: WorkedAttempt, intent: SeenIntent, now: number): NextStep {
  const { worker } = attempt
  return worker.role === 'holder'
    ? holderStep(attempt, worker.progress, intent, now)
    : reconcilerStep(attempt, intent, now)
}

function holderStep(
  attempt: WorkedAttempt,
  progress: HolderProgress,
  intent: SeenIntent,
  now: number,
): NextStep {
  if (progress === 'confirmSent' || progress === 'cancelSent')
    return stepAfterAnswer(attempt, intent, now, progress === 'confirmSent')
  if (progress === 'createRefused') return { do: 'failWithoutIntent' }
  if (progress === 'mustCancel') return { do: 'cancel' }
  // Without a lease, the reconciler may have ended the attempt, and a confirm could follow a second payment.
  if (now >= attempt.leaseUntil) return progress === 'opened' ? { do: 'nothing' } : { do: 'cancel' }
  return { do: stepInLease[progress] }
}

const stepInLease = {
  opened: 'create',
  created: 'store',
  stored: 'compare',
  allowed: 'confirm',
} as const

function reconcilerStep(attempt: WorkedAttempt, intent: SeenIntent, now: number): NextStep {
  if (attempt.state !== 'open') return { do: 'nothing' }
  if (now < attempt.leaseUntil) return { do: 'wait', until: attempt.leaseUntil }
  if (attempt.intentId === null) {
    if (intent === 'unseen') return { do: 'list' }
    return intent === 'none' ? { do: 'failWithoutIntent' } : { do: 'align' }
  }
  return stepAfterAnswer(attempt, intent, now, true)
}

/** A request in progress has no result until the intent shows it. Only `succeeded` and `canceled` are final. */
function stepAfterAnswer(
  attempt: WorkedAttempt,
  intent: SeenIntent,
  now: number,
  waitsForBank: boolean,
): NextStep {
  if (intent === 'unseen' || intent === 'none') return { do: 'retrieve' }
  if (intent.status === 'processing') return { do: 'wait' }
  const until = attempt.openedAt + questionMs
  if (waitsForBank && intent.status === 'requires_action' && attempt.isOwed && now < until)
    return { do: 'wait', until }
  if (!isUnfinished(intent.status)) return { do: 'align' }
  const { declineReason } = intent
  return { do: 'cancel', ...(declineReason && { declineReason }) }
}

/** An attempt without an intent fails only if its row is open and contains no intent id (decision 0029). */
export function failsWithoutIntent(row: AttemptRow | undefined): boolean {
  return row?.state === 'open' && row.intentId === null
}

export type AfterRefusal =
  /** The attempt ends as failed: no intent exists and none will be created. */
  | { do: 'fail' }
  /** The same process sends the request again with the same key while its lease lasts. */
  | { do: 'sendAgain' }
  /** The bank declined: store the reason, cancel the intent, then report the decline. */
  | { do: 'cancel' }
  /** There is no response: read the current status of the intent. */
  | { do: 'retrieve' }
  /** There is no response to a create: the reconciler searches for the intent after the lease has expired. */
  | { do: 'leave' }

/**
 * Returns what to do after a response of the provider that is not a success (decision 0029). `status` is the HTTP status,
 * undefined without a response; `code` is the provider's error code or type.
 */
export function afterRefusal(
  request: 'create' | 'confirm' | 'cancel',
  status: number | undefined,
  code?: string,
): AfterRefusal {
  if (request === 'create') {
    if (status === 409 || status === 429) return { do: 'sendAgain' }
    // The key was used with other parameters: an intent may exist.
    if (code === 'idempotency_error') return { do: 'leave' }
    return status === 400 || status === 402 || status === 404 ? { do: 'fail' } : { do: 'leave' }
  }
  if (request === 'confirm' && status === 402) return { do: 'cancel' }
  return { do: 'retrieve' }
}
