import type { SeenIntent } from '../src/payments/charge-steps.ts'
import {
  alignRow,
  intentOf,
  rowOf,
  type ChargeRules,
  type Reconciliation,
  type Row,
  type Step,
  type World,
} from './charge-model.ts'
import { send } from './charge-process.ts'

/** Returns what the reconciler does by the rules. It always acts late: all leases and all questions of banks have expired. */
function reconcilerStep(row: Row, intent: SeenIntent, rules: ChargeRules) {
  const { state, intentId } = row
  const worker = { role: 'reconciler' as const }
  const attempt = { state, intentId, leaseUntil: 0, openedAt: 0, isOwed: true, worker }
  return rules.nextStep(attempt, intent, Number.MAX_SAFE_INTEGER).do
}

/** Yields everything that a reconciler may do next. */
export function* reconcilerSteps(world: World, by: number, rules: ChargeRules): Generator<Step> {
  const { work, database, name } = world.processes[by]!
  if (work.kind === 'idle') {
    for (const row of world.databases[database]!.rows) yield* takings(world, by, row, rules)
  } else if (work.kind === 'reconciliation' && !work.awaitsAnswer) {
    yield [`${name} ${describe(world, work)}`, (after) => proceed(after, by, rules)]
  }
}

/** Yields how the reconciler takes an attempt: it lists the intents, or retrieves the one that it knows. */
function* takings(world: World, by: number, row: Row, rules: ChargeRules): Generator<Step> {
  const { database, name } = world.processes[by]!
  const first = reconcilerStep(row, 'unseen', rules)
  if (first !== 'list' && first !== 'retrieve') return
  const customer = world.databases[database]!.customer ?? 0
  const intent =
    first === 'retrieve'
      ? intentOf(world, row.intentId)
      : world.intents.find((one) => one.attemptId === row.id && one.customer === customer)
  const seen = intent?.status ?? null
  const second = reconcilerStep(row, intent ? { status: intent.status } : 'none', rules)
  const next = nextOf(second)
  if (!next) return
  yield [
    `${name} ${first}s ${row.id}: ${seen ?? 'none'}`,
    (after) => {
      after.processes[by]!.work = {
        kind: 'reconciliation',
        attemptId: row.id,
        intentId: intent?.id ?? null,
        seen,
        next,
        awaitsAnswer: false,
      }
    },
  ]
}

function nextOf(step: ReturnType<typeof reconcilerStep>): Reconciliation['next'] | undefined {
  if (step === 'failWithoutIntent') return 'fail'
  if (step === 'align') return 'line'
  return step === 'cancel' || step === 'confirm' || step === 'retrieve' ? step : undefined
}

function describe(world: World, { attemptId, intentId, seen, next }: Reconciliation): string {
  if (next === 'fail') return `fails ${attemptId} if it still has no intent`
  if (next === 'line') return `brings ${attemptId} (seen ${seen}) into line`
  if (next === 'retrieve') return `retrieves ${attemptId}: ${intentOf(world, intentId).status}`
  return `sends ${next} ${attemptId}`
}

function proceed(world: World, by: number, rules: ChargeRules): void {
  const process = world.processes[by]!
  const work = process.work as Reconciliation
  const database = world.databases[process.database]!
  const proceedTo = (next: Reconciliation['next'] | undefined) => {
    if (next) work.next = next
    else process.work = { kind: 'idle' }
  }
  if (work.next === 'fail') {
    const row = rowOf(database, work.attemptId)
    if (rules.failsWithoutIntent(row)) row!.state = 'failed'
    return proceedTo(undefined)
  }
  const intent = intentOf(world, work.intentId)
  const { attemptId, invoiceNumber, amountCents, id } = intent
  switch (work.next) {
    case 'line': {
      const aligned = alignRow(database, intent, work.seen!, 'reconciler', rules)
      if (aligned === 'cancel') return proceedTo('cancel')
      const row = rowOf(database, attemptId)
      return proceedTo(row && nextOf(reconcilerStep(row, { status: work.seen! }, rules)))
    }
    case 'retrieve':
      work.seen = intent.status
      return proceedTo('line')
    case 'cancel':
    case 'confirm': {
      const what = { attemptId, invoiceNumber, cents: amountCents, intentId: id }
      return send(world, by, work.next, what)
    }
  }
}
