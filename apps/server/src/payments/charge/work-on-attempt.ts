import { failsWithoutIntent, nextStep, type Worker } from '@portal/domain/payments/charge-steps'
import type { Deps } from '../../deps.ts'
import { withAccount, type Tx } from '../../platform/database/database.ts'
import { readInstanceId } from '../../platform/database/instance.ts'
import {
  RequestFailed,
  type ChargeFailure,
  type ProviderIntent,
} from '../../providers/cards/card-provider.ts'
import { endings, explain, type Attempt } from './attempt.ts'
import { findRows, holdBatchOf, leaveAttempts, noteReason } from './attempts.queries.ts'
import { applyAlignment, fail } from './apply-alignment.ts'

/** An attempt that a process works on, and its last known intent. */
export interface Work {
  attempt: Attempt
  worker: Worker
  /** `unseen` means that the last request has no response yet. */
  seen: ProviderIntent | 'unseen' | 'none'
  /** The last known intent, even if requests followed. */
  intent?: ProviderIntent
  /** The bank's decline, worded for the customer. */
  decline?: ChargeFailure
  /** Whether the rules still allow exactly the attempt's amount. */
  isOwed: boolean
}

/** The time until which the process may confirm, in milliseconds of its own clock. */
interface Until {
  until: number
}

export const stepOf = ({ attempt, worker, seen, isOwed }: Work, { until }: Until) =>
  nextStep(
    {
      state: 'open',
      intentId: attempt.intentId,
      leaseUntil: until,
      openedAt: attempt.openedAt.getTime(),
      isOwed,
      worker,
    },
    seen,
    Date.now(),
  )

export function see(work: Work, intent: ProviderIntent): void {
  work.seen = intent
  work.intent = intent
  if (intent.decline) work.decline = explain(intent.decline)
}

/** How often an intent without a response is retrieved before the attempt is left to the reconciler. */
const retrievals = 4

/**
 * Works on an attempt as `nextStep` decides, until its end is booked or it has to wait. Used by the process that opened
 * the attempt, for the payer who returns from the bank, and by the reconciler.
 */
export async function workOn(
  deps: Deps,
  work: Work,
  lease: Until,
): Promise<'booked' | 'waits' | 'left'> {
  for (let retrieved = 0; retrieved <= retrievals;) {
    const step = stepOf(work, lease)
    switch (step.do) {
      case 'confirm':
        await confirm(deps, work)
        break
      case 'cancel':
        await cancel(deps, work)
        break
      case 'retrieve':
        if (retrieved > 0) await deps.pause(250 * 2 ** (retrieved - 1))
        retrieved += 1
        await ask(deps, work, () => retrieve(deps, work))
        break
      case 'list':
        await list(deps, work)
        break
      case 'failWithoutIntent':
        await withAccount(deps.paymentsDb, work.attempt.accountId, (tx) =>
          failUnlessStored(tx, work.attempt, endings.abandoned),
        )
        return 'booked'
      case 'align':
        if (await book(deps, work)) return 'booked'
        break
      case 'wait':
        await book(deps, work)
        await wait(deps, work, step.until)
        return 'waits'
      // Only the opening process takes these steps; here its lease has expired.
      case 'create':
      case 'store':
      case 'compare':
      case 'nothing':
        return 'left'
    }
  }
  return 'left'
}

async function confirm(deps: Deps, work: Work): Promise<void> {
  const { id, onSession } = work.attempt
  work.worker = { role: 'holder', progress: 'confirmSent' }
  await ask(deps, work, () => deps.cards.confirmIntent(work.intent!.id, id, onSession))
  await deps.checkpoint('charged')
}

/** The reason is stored before the cancel: afterwards, the provider does not distinguish a decline from other cancels. */
async function cancel(deps: Deps, work: Work): Promise<void> {
  const reason = cancelReason(work)
  if (reason)
    await withAccount(deps.paymentsDb, work.attempt.accountId, (tx) =>
      noteReason(tx, work.attempt, reason),
    )
  if (work.worker.role === 'holder') work.worker = { role: 'holder', progress: 'cancelSent' }
  await ask(deps, work, () => deps.cards.cancelIntent(work.intent!.id))
}

function cancelReason({ intent, decline, isOwed }: Work): ChargeFailure | undefined {
  if (decline) return decline
  if (intent?.status !== 'requires_action') return undefined
  return isOwed ? endings.unanswered : endings.balanceChanged
}

async function retrieve({ cards }: Deps, { attempt }: Work): Promise<ProviderIntent> {
  return (await cards.findIntent(attempt.intentId!)) ?? forgotten(attempt)
}

/** An intent that a cleared test account no longer has. It moves no money. */
const forgotten = (attempt: Attempt): ProviderIntent => ({
  ...attempt,
  id: attempt.intentId!,
  attemptId: attempt.id,
  instance: '',
  status: 'canceled',
  createdAt: attempt.openedAt.getTime(),
  cardId: attempt.providerCardId,
  clientSecret: null,
})

/** Uses the list, which is complete at once, unlike the provider's search. */
async function list(deps: Deps, work: Work): Promise<void> {
  const { attempt } = work
  const instance = await readInstanceId(deps.paymentsDb)
  const since = attempt.openedAt.getTime() - 3_600_000
  for await (const intent of deps.cards.listIntents({ customerId: attempt.customerId, since }))
    if (intent.instance === instance && intent.attemptId === attempt.id) return see(work, intent)
  work.seen = 'none'
}

/** Returns whether the attempt has ended. */
async function book(deps: Deps, work: Work): Promise<boolean> {
  const intent = work.seen as ProviderIntent
  see(work, await applyAlignment(deps, intent, work.worker.role))
  work.attempt = { ...work.attempt, intentId: intent.id }
  return work.intent?.status === 'succeeded' || work.intent?.status === 'canceled'
}

/** The reconciler checks again every minute: the amount may no longer be owed, or `processing` may have ended. */
async function wait(deps: Deps, { attempt }: Work, until = Infinity): Promise<void> {
  const seconds = Math.min(60, Math.max(0, (until - Date.now()) / 1000))
  await withAccount(deps.paymentsDb, attempt.accountId, (tx) =>
    leaveAttempts(tx, attempt.accountId, [attempt.id], seconds),
  )
}

/**
 * Sends a request about the attempt's intent. A decline contains the intent's state; after other errors the state is
 * unseen until it is retrieved.
 */
async function ask(
  { log }: Deps,
  work: Work,
  request: () => Promise<ProviderIntent>,
): Promise<void> {
  work.seen = 'unseen'
  try {
    see(work, await request())
  } catch (error) {
    if (!(error instanceof RequestFailed)) throw error
    // A decline is logged as a step.
    if (error.status === 402 && error.intent) see(work, error.intent)
    else
      log.warn({ err: error, attemptId: work.attempt.id }, 'the provider refused or did not answer')
  }
}

/** Fails an open attempt that has no intent. Changes nothing if it has got one meanwhile. */
export async function failUnlessStored(
  tx: Tx,
  attempt: Attempt,
  failure: ChargeFailure,
): Promise<void> {
  const { accountId, id } = attempt
  await holdBatchOf(tx, accountId, id)
  const row = (await findRows(tx, accountId, [id], 'lock')).get(id)
  if (failsWithoutIntent(row)) await fail(tx, attempt, failure)
}
