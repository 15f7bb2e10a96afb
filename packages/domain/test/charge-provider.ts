import { isUnfinished, type IntentStatus } from '../src/payments/charge-comparison.ts'
import {
  intentOf,
  rowOf,
  tickMs,
  type ChargeRules,
  type Request,
  type Scope,
  type Step,
  type World,
} from './charge-model.ts'
import { settle } from './charge-process.ts'

type Answer =
  { made: string } | { status: IntentStatus } | { refused: number | undefined; code?: string }

const unexpectedState: Answer = { refused: 400, code: 'payment_intent_unexpected_state' }

/** Yields every way in which the provider may execute a request in progress. */
export function* executions(
  world: World,
  nth: number,
  scope: Scope,
  rules: ChargeRules,
): Generator<Step> {
  const { kind, attemptId, by } = world.requests[nth]!
  const outcomes = { create: creates, confirm: confirms, cancel: cancels }[kind]
  for (const [what, execute] of outcomes(world, world.requests[nth]!, scope))
    yield [
      `provider executes ${kind} ${attemptId}${by < 0 ? ' LATE' : ''}: ${what}`,
      (after) => {
        const [request] = after.requests.splice(nth, 1)
        answer(after, request!, execute(after), rules)
      },
    ]
  if (kind !== 'cancel' && world.counts.resends < scope.resends)
    yield [
      `the SDK sends ${kind} ${attemptId} again`,
      (after) => {
        after.counts.resends += 1
        after.requests.push({ ...after.requests[nth]!, by: -1 })
      },
    ]
}

type Outcome = [what: string, execute: (world: World) => Answer]

function* creates(world: World, request: Request, scope: Scope): Generator<Outcome> {
  const { attemptId, invoiceNumber, cents, customer } = request
  const earlier = world.intents.find((one) => one.attemptId === attemptId)
  const make = ({ intents, time }: World): Answer => {
    if (earlier) return { made: earlier.id }
    const id = `intent${intents.length + 1}`
    intents.push({
      id,
      attemptId,
      invoiceNumber,
      amountCents: cents,
      status: 'requires_confirmation',
      createdAt: time * tickMs,
      customer,
      hasTab: false,
    })
    return { made: id }
  }
  yield [earlier ? 'replayed' : 'intent made', make]
  const refuse = (what: 'refused' | 'busy' | 'errors', status: number) => (after: World) => {
    after.counts[what] += 1
    return { refused: status }
  }
  if (!earlier && world.counts.refused < scope.refusedCreates) yield ['400', refuse('refused', 400)]
  if (world.counts.busy < scope.busyCreates) {
    yield ['429', refuse('busy', 429)]
    if (!earlier)
      yield [
        '409, but made',
        (after) => {
          make(after)
          return refuse('busy', 409)(after)
        },
      ]
  }
  if (!earlier && world.counts.errors < scope.errors)
    yield [
      '500, but made',
      (after) => {
        make(after)
        return refuse('errors', 500)(after)
      },
    ]
}

function* confirms(world: World, request: Request, scope: Scope): Generator<Outcome> {
  const { attemptId, intentId } = request
  const replay = world.replays[attemptId]
  const { status } = intentOf(world, intentId)
  if (replay === '500') yield ['500 replayed', () => ({ refused: 500 })]
  else if (replay) yield [`${replay} replayed`, () => toAnswer(replay)]
  else if (status !== 'requires_confirmation')
    yield [`refused, it is ${status}`, () => unexpectedState]
  else {
    const results: IntentStatus[] = ['succeeded']
    if (scope.declines) results.push('requires_payment_method')
    if (scope.asksBank) results.push('requires_action')
    if (scope.processing) results.push('processing')
    for (const result of results)
      yield [
        result,
        (after) => {
          const intent = intentOf(after, intentId)
          intent.status = result
          intent.hasTab = result === 'requires_action'
          if (scope.resends) after.replays[attemptId] = result
          return toAnswer(result)
        },
      ]
    if (world.counts.errors < scope.errors)
      for (const isCharged of [false, true])
        yield [
          `500${isCharged ? ', but charged' : ', not executed'}`,
          (after) => {
            after.counts.errors += 1
            after.replays[attemptId] = '500'
            if (isCharged) intentOf(after, intentId).status = 'succeeded'
            return { refused: 500 }
          },
        ]
  }
}

const toAnswer = (status: IntentStatus): Answer =>
  status === 'requires_payment_method' ? { refused: 402, code: 'card_declined' } : { status }

function* cancels(world: World, request: Request, scope: Scope): Generator<Outcome> {
  const { intentId, isOfComparison, by } = request
  const { status } = intentOf(world, intentId)
  if (!isUnfinished(status)) yield [`refused, it is ${status}`, () => unexpectedState]
  else
    yield [
      'canceled',
      (after) => {
        const intent = intentOf(after, intentId)
        intent.status = 'canceled'
        const sender = after.processes[by]
        const row = sender && rowOf(after.databases[sender.database]!, intent.attemptId)
        // If commits were lost, the comparison may not have known the row.
        const isHealthy = row?.state === 'open' && !row.isAdopted && (!after.losses || scope.forks)
        if (isOfComparison && isHealthy) after.wasHealthyCanceled = true
        return { status: 'canceled' }
      },
    ]
}

/** Delivers the answer to the process that waits for it. */
function answer(world: World, request: Request, given: Answer, rules: ChargeRules): void {
  const process = world.processes[request.by]
  const work = process?.work
  if (!process || (work?.kind !== 'payment' && work?.kind !== 'reconciliation')) return
  work.awaitsAnswer = false
  const next = 'refused' in given && rules.afterRefusal(request.kind, given.refused, given.code).do
  const status = 'status' in given ? given.status : null
  if (work.kind === 'reconciliation') {
    work.seen = status
    // The reconciler also reads the result of a confirm that only a wrong rule makes it send.
    work.next = status && status !== 'requires_action' ? 'line' : 'retrieve'
    return
  }
  const { comparison, tasks, nth } = work
  if (comparison) {
    if (next === 'retrieve') comparison.stage = 'retrieve'
    else {
      comparison.listed[comparison.nth]![1] = 'canceled'
      comparison.stage = 'line'
    }
    return
  }
  const task = tasks[nth]!
  if ('made' in given) {
    task.intentId = given.made
    task.progress = 'created'
  } else {
    task.seen = status
    if (next === 'fail') task.progress = 'createRefused'
    if (next === 'cancel') task.progress = 'mustCancel'
    if (next === 'leave') task.progress = 'over'
  }
  settle(process, rules)
}
