import { comparisonSteps } from './charge-comparer.ts'
import {
  alignRow,
  allowedCents,
  intentOf,
  invoiceNumbers,
  rowOf,
  type ChargeRules,
  type Payment,
  type Scope,
  type Step,
  type Task,
  type World,
} from './charge-model.ts'
import { holderStep, send, settle } from './charge-process.ts'

/** Yields everything that a payer may do next. */
export function* payerSteps(
  world: World,
  by: number,
  scope: Scope,
  rules: ChargeRules,
): Generator<Step> {
  const { work, name } = world.processes[by]!
  if (work.kind === 'idle') yield* openings(world, by, scope, rules)
  else if (work.kind === 'payment') {
    if (!work.awaitsAnswer) {
      if (work.customer === null || work.customer < 0) yield* customerSteps(world, by, rules)
      else if (work.comparison) yield* comparisonSteps(world, by, scope, rules)
      else yield taskStep(world, by, rules)
    }
    if (world.counts.kills < scope.kills)
      yield [
        `${name} is killed`,
        (after) => {
          after.counts.kills += 1
          after.processes[by]!.work = { kind: 'idle' }
          for (const request of after.requests) if (request.by === by) request.by = -1
        },
      ]
  }
}

function* openings(world: World, by: number, scope: Scope, rules: ChargeRules): Generator<Step> {
  const { database: at, name } = world.processes[by]!
  const database = world.databases[at]!
  const payable = database.isChargingOn
    ? invoiceNumbers(scope).filter((number) => allowedCents(database, number, rules) > 0)
    : []
  const isBatch = scope.batch && by === 0 && payable.length > 1
  for (const numbers of isBatch ? [payable] : payable.map((number) => [number])) {
    if (world.attempts + numbers.length > scope.attempts) continue
    const ids = numbers.map((_, nth) => `${world.attempts + nth + 1}`)
    yield [
      `${name} opens ${ids.join(' and ')} for invoice ${numbers.join(' and ')}`,
      (after) => {
        const here = after.databases[at]!
        const tasks = numbers.map((invoiceNumber, nth): Task => {
          const [attemptId, cents] = [ids[nth]!, allowedCents(here, invoiceNumber, rules)]
          here.rows.push({
            id: attemptId,
            state: 'open',
            intentId: null,
            amountCents: cents,
            invoiceNumber,
            isAdopted: false,
          })
          return { attemptId, invoiceNumber, cents, intentId: null, progress: 'opened', seen: null }
        })
        after.attempts += numbers.length
        const process = after.processes[by]!
        process.work = {
          kind: 'payment',
          customer: here.customer,
          tasks,
          nth: 0,
          phase: 'creating',
          comparison: null,
          awaitsAnswer: false,
        }
        settle(process, rules)
      },
    ]
  }
}

function* customerSteps(world: World, by: number, rules: ChargeRules): Generator<Step> {
  const { name, work, database } = world.processes[by]!
  const know = (after: World, customer: number) => {
    after.databases[database]!.customer = customer
    ;(after.processes[by]!.work as Payment).customer = customer
  }
  if ((work as Payment).customer === null)
    yield [
      `${name} finds ${world.customers ? 'the' : 'no'} customer`,
      (after) => {
        if (after.customers) know(after, 0)
        else (after.processes[by]!.work as Payment).customer = -1
      },
    ]
  else
    yield [
      `${name} makes a customer`,
      (after) => {
        if (!after.customers || !rules.customerHasKey) after.customers += 1
        know(after, after.customers - 1)
      },
    ]
}

function taskStep(world: World, by: number, rules: ChargeRules): Step {
  const { name, work, database: at } = world.processes[by]!
  const { tasks, nth } = work as Payment
  const { attemptId, intentId } = tasks[nth]!
  const step = holderStep(tasks[nth]!, rules)
  const change = (happens: (task: Task, after: World, payment: Payment) => void) => {
    return (after: World) => {
      const process = after.processes[by]!
      const payment = process.work as Payment
      happens(payment.tasks[nth]!, after, payment)
      if (!payment.awaitsAnswer) settle(process, rules)
    }
  }
  switch (step) {
    case 'create':
    case 'confirm':
    case 'cancel':
      return [
        `${name} sends ${step} ${attemptId}`,
        change((task, after, { customer }) => {
          send(after, by, step, task, { customer: customer! })
          if (step !== 'create') task.progress = `${step}Sent`
          if (step !== 'create') task.seen = null
        }),
      ]
    case 'store':
      return [
        `${name} stores the intent of ${attemptId} if that is still allowed`,
        change((task, after) => {
          const database = after.databases[at]!
          const row = rowOf(database, attemptId)
          const facts = {
            isChargingOn: database.isChargingOn,
            allowedCents: allowedCents(database, task.invoiceNumber, rules, attemptId),
          }
          const refusal = rules.storeRefusal(row, facts)
          if (!refusal) row!.intentId = task.intentId
          task.progress = refusal ? 'mustCancel' : 'stored'
        }),
      ]
    case 'failWithoutIntent':
      return [
        `${name} fails ${attemptId}: create refused`,
        change((task, after) => {
          const row = rowOf(after.databases[at]!, attemptId)
          if (rules.failsWithoutIntent(row)) row!.state = 'failed'
          task.progress = 'over'
        }),
      ]
    case 'retrieve': {
      const { status } = intentOf(world, intentId)
      return [`${name} retrieves ${attemptId}: ${status}`, change((task) => (task.seen = status))]
    }
    case 'align':
      return [
        `${name} books ${attemptId}: ${tasks[nth]!.seen}`,
        change((task, after) => {
          const intent = intentOf(after, intentId)
          alignRow(after.databases[at]!, intent, task.seen!, 'holder', rules)
          task.progress = 'over'
        }),
      ]
    case 'list':
    case 'compare':
    case 'wait':
    case 'nothing':
      break
  }
  throw new Error(`A payer cannot ${step} here.`)
}
