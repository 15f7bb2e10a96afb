import { setTimeout as sleep } from 'node:timers/promises'
import { stopAfter } from '@portal/domain/payments/batch-steps'
import { storeRefusal } from '@portal/domain/payments/charge-comparison'
import { afterRefusal } from '@portal/domain/payments/charge-steps'
import type { Deps } from '../../deps.ts'
import { forEachAtOnce } from '../../platform/work/at-once.ts'
import { isChargingOn } from './charging-stop.ts'
import { withAccount } from '../../platform/database/database.ts'
import { readInstanceId } from '../../platform/database/instance.ts'
import {
  RequestFailed,
  type ChargeFailure,
  type ProviderIntent,
} from '../../providers/cards/card-provider.ts'
import { endings, type Attempt } from './attempt.ts'
import { findRows, noteReason, storeIntentId } from './attempts.queries.ts'
import { Lease } from './lease.ts'
import { compareIntents, reasonFor, type StoredAttempt } from './compare-intents.ts'
import { judgeInvoices, type PaymentOrder } from './payment-rules.ts'
import { failUnlessStored, see, stepOf, workOn, type Work } from './work-on-attempt.ts'

/** An attempt that this process opened. At the end it is booked, or `left` to the reconciler. */
type Held = Work & { worker: { role: 'holder' }; end?: 'over' | 'left' }

export interface Charged {
  /** The last known intents, by attempt. */
  intents: Map<string, ProviderIntent>
  /** The number of attempts left to the reconciler. */
  left: number
}

/**
 * Charges attempts of one company that this process has just opened: creates an intent for each, compares once with the
 * provider, then confirms or cancels each (decision 0029). No database connection is held during calls to the provider.
 * Never throws because of a single attempt: unfinished attempts are left to the reconciler.
 */
export async function chargeOpened(
  deps: Deps,
  order: PaymentOrder,
  attempts: readonly Attempt[],
  atOnce = 1,
): Promise<Charged> {
  const held = attempts.map((attempt): Held => ({
    attempt,
    worker: { role: 'holder', progress: 'opened' },
    seen: 'unseen',
    isOwed: true,
  }))
  const lease = new Lease(deps, order.author.accountId, attempts)
  const each = (some: Held[], work: (one: Held) => Promise<void>) =>
    forEachAtOnce(some, atOnce, work, (error, one) => {
      deps.log.error(
        { err: error, attemptId: one.attempt.id },
        'a charge is left to the reconciler',
      )
      one.end = 'left'
    })
  const left = () => held.filter(({ end }) => end === 'left')
  try {
    const instance = await readInstanceId(deps.paymentsDb)
    await each(held, (one) => create(deps, order, lease, instance, one))
    await compareAndDecide(deps, order, lease, instance, held)
    const declines: ChargeFailure[] = []
    await each(
      held.filter(({ end }) => !end),
      async (one) => {
        const reason = await findReasonToStop(deps, order, declines)
        if (reason) await abort(deps, one, reason)
        one.end = (await workOn(deps, one, lease)) === 'left' ? 'left' : 'over'
        if (one.decline) declines.push(one.decline)
      },
    )
  } finally {
    await lease.end(left().map(({ attempt }) => attempt.id))
  }
  const intents = held.flatMap(({ attempt, intent }) =>
    intent ? [[attempt.id, intent] as const] : [],
  )
  return { intents: new Map(intents), left: left().length }
}

async function create(
  deps: Deps,
  order: PaymentOrder,
  lease: Lease,
  instance: string,
  one: Held,
): Promise<void> {
  const { attempt } = one
  const request = {
    ...attempt,
    instance,
    attemptId: attempt.id,
    cardId: attempt.providerCardId!,
  }
  for (let wait = 250; stepOf(one, lease).do === 'create'; wait *= 2) {
    try {
      see(one, await deps.cards.createIntent(request))
      one.attempt = { ...attempt, intentId: one.intent!.id }
      one.worker.progress = 'created'
    } catch (error) {
      if (!(error instanceof RequestFailed)) throw error
      const after = afterRefusal('create', error.status, error.code)
      deps.log.warn({ err: error, attemptId: attempt.id }, 'an intent was not created')
      if (after.do === 'fail') return failWithout(deps, one, error.failure)
      if (after.do !== 'sendAgain') return void (one.end = 'left')
      await sleep(wait)
    }
  }
  // Without a lease no intent may be created; an intent that was created too late is canceled.
  const next = stepOf(one, lease).do
  if (next === 'nothing') one.end = 'left'
  if (next !== 'store') return
  await deps.checkpoint('created')
  await store(deps, order, one)
}

/** Returns why the attempt must not be confirmed: the card would be declined again, or the batch was stopped. */
async function findReasonToStop(
  { paymentsDb }: Deps,
  { batchId, author, findStop }: PaymentOrder,
  declines: readonly ChargeFailure[],
): Promise<ChargeFailure | undefined> {
  if (batchId === undefined) return undefined
  if (stopAfter(declines) !== undefined) return endings.notTried
  const message = findStop && (await withAccount(paymentsDb, author.accountId, findStop))
  return message === undefined ? undefined : { ...endings.notTried, message }
}

/** Cancels the intent instead of confirming it. */
async function abort(deps: Deps, one: Held, reason: ChargeFailure): Promise<void> {
  if (one.worker.progress !== 'allowed') return
  await withAccount(deps.paymentsDb, one.attempt.accountId, (tx) =>
    noteReason(tx, one.attempt, reason),
  )
  one.worker.progress = 'mustCancel'
}

/** The provider refused to create an intent, so none exists and none will be created. */
async function failWithout(deps: Deps, one: Held, failure: ChargeFailure): Promise<void> {
  await withAccount(deps.paymentsDb, one.attempt.accountId, (tx) =>
    failUnlessStored(tx, one.attempt, failure),
  )
  one.end = 'over'
}

/** Stores the intent's id, and checks whether the rules still allow its amount. */
async function store(deps: Deps, order: PaymentOrder, one: Held): Promise<void> {
  const { accountId, id, invoiceId } = one.attempt
  const intentId = one.intent!.id
  const refusal = await withAccount(deps.paymentsDb, accountId, async (tx) => {
    const isOn = await isChargingOn(tx)
    const invoices = await judgeInvoices(tx, order, [invoiceId!], { without: [id] })
    const invoice = invoices.get(invoiceId!)
    const row = (await findRows(tx, accountId, [id], 'lock')).get(id)
    const why = storeRefusal(row, {
      isChargingOn: isOn,
      allowedCents: !invoice || invoice.refusal ? 0 : invoice.balanceDueCents,
    })
    if (why) await noteReason(tx, one.attempt, reasonFor(why, invoice?.refusal?.message))
    // The id is stored in any case, so that the end of the intent can be booked.
    if (row?.state === 'open') await storeIntentId(tx, one.attempt, intentId)
    return why
  })
  one.worker.progress = refusal ? 'mustCancel' : 'stored'
}

async function compareAndDecide(
  deps: Deps,
  order: PaymentOrder,
  lease: Lease,
  instance: string,
  held: readonly Held[],
): Promise<void> {
  const stored = held.filter((one) => !one.end && stepOf(one, lease).do === 'compare')
  if (stored.length === 0) return
  const asked = stored.map((one): StoredAttempt => ({ attempt: one.attempt, intent: one.intent! }))
  const decided = await compareIntents(deps, instance, order, asked).catch((error: unknown) => {
    deps.log.warn(
      { err: error },
      'the provider did not answer the comparison, so nothing is confirmed',
    )
    return new Map(stored.map(({ attempt }) => [attempt.id, endings.notChecked]))
  })
  const refused = stored.flatMap((one) => {
    const reason = decided.get(one.attempt.id)
    one.worker.progress = reason ? 'mustCancel' : 'allowed'
    return reason ? [{ attempt: one.attempt, reason }] : []
  })
  if (refused.length > 0)
    await withAccount(deps.paymentsDb, order.author.accountId, async (tx) => {
      for (const { attempt, reason } of refused) await noteReason(tx, attempt, reason)
    })
  await deps.checkpoint('allowed')
}
