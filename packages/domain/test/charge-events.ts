import { isUnfinished, type IntentStatus } from '../src/payments/charge-comparison.ts'
import {
  alignRow,
  rowOf,
  type ChargeRules,
  type ProviderIntent,
  type Scope,
  type Step,
  type World,
} from './charge-model.ts'

/** Yields what banks, customers and the provider may do with an intent, and the events that the provider sends. */
export function* intentEvents(
  world: World,
  intent: ProviderIntent,
  scope: Scope,
  rules: ChargeRules,
): Generator<Step> {
  const { id, attemptId, status } = intent
  const become = (result: IntentStatus) => (after: World) =>
    void (after.intents.find((one) => one.id === id)!.status = result)
  const results: IntentStatus[] = ['succeeded', 'requires_payment_method']
  if (status === 'requires_action')
    for (const result of results)
      yield [`the customer answers the bank for ${attemptId}: ${result}`, become(result)]
  if (status === 'requires_payment_method' && intent.hasTab && scope.secondTab)
    yield [`a second tab confirms ${attemptId} with its secret`, become('succeeded')]
  if (status === 'processing')
    for (const result of results)
      yield [`processing of ${attemptId} ends: ${result}`, become(result)]
  const isWaiting = status === 'requires_action' || status === 'requires_payment_method'
  if (scope.providerCancels && isWaiting)
    yield [`the provider cancels ${attemptId}`, become('canceled')]
  if (scope.events)
    for (const [at, database] of world.databases.entries()) {
      const row = rowOf(database, attemptId)
      const effect = rules.alignmentOf(row, intent, 'event').do
      if (effect === 'leave' || (effect === 'store' && row?.intentId)) continue
      yield [
        `event ${status} of ${attemptId}${scope.forks ? ` at ${'AB'[at]}` : ''}`,
        (after) => {
          const seen = after.intents.find((one) => one.id === id)!
          if (alignRow(after.databases[at]!, seen, status, 'event', rules) !== 'cancel') return
          seen.status = 'canceled'
          const isOpen = after.databases.some((one) => rowOf(one, attemptId)?.state === 'open')
          if (isOpen && isUnfinished(status)) after.wasHealthyCanceled = true
        },
      ]
    }
}

/** Yields losses of commits, the passing of time, imports, and the operator's stop. */
export function* outsideEvents(world: World, scope: Scope): Generator<Step> {
  yield* losses(world, scope)
  if (world.time < scope.hours && world.attempts > 0)
    yield ['more than an hour passes', (after) => void (after.time += 1)]
  const { imports } = world.counts
  if (imports < scope.imports && world.attempts > 0)
    for (const amount of [0, 140])
      for (const [at, database] of world.databases.entries())
        if (database.balances['1'] !== amount)
          yield [`an import sets invoice 1 to ${amount}`, (after) => setAmount(after, amount, [at])]
  if (imports < scope.raises && world.attempts > 0)
    yield [
      'the books raise invoice 1 to 150',
      (after) => setAmount(after, 150, [...after.databases.keys()]),
    ]
  if (world.counts.stops < scope.stops)
    yield [
      'charging is stopped',
      (after) => {
        after.counts.stops += 1
        after.databases[0]!.isChargingOn = false
      },
    ]
}

function setAmount(world: World, amount: number, databases: number[]): void {
  world.counts.imports += 1
  world.amount = amount
  world.highest = Math.max(world.highest, amount)
  for (const at of databases) world.databases[at]!.balances['1'] = amount
}

function* losses({ snapshot, losses, databases }: World, scope: Scope): Generator<Step> {
  const { restores, promotes, forks } = scope
  if ((restores || promotes || forks) && !snapshot && losses < scope.losses)
    yield [
      promotes ? 'the standby stops receiving' : 'a snapshot is taken',
      (after) => void (after.snapshot = structuredClone(after.databases[0]!)),
    ]
  if (!snapshot) return
  const lose = (after: World) => {
    after.databases[0] = after.snapshot!
    after.snapshot = null
    after.losses += 1
  }
  if (restores)
    yield [
      'RESTORED, all processes are new',
      (after) => {
        lose(after)
        for (const request of after.requests) request.by = -1
        for (const process of after.processes) process.work = { kind: 'idle' }
      },
    ]
  if (promotes) yield ['PROMOTED: commits are lost, processes live on', lose]
  if (forks && !databases[1])
    yield [
      'FORK: the snapshot starts as B beside A',
      (after) => {
        after.databases[1] = after.snapshot!
        after.snapshot = null
        after.losses += 1
      },
    ]
}
