import type { NextStep } from '../src/payments/charge-steps.ts'
import type { ChargeRules, ComparisonState, Payment, Process, Task, World } from './charge-model.ts'

export const newComparison = (): ComparisonState => ({
  stage: 'start',
  from: null,
  listed: [],
  nth: 0,
  rowsBefore: null,
})

/** Sends a request for a process, which then waits for the answer. */
export function send(
  world: World,
  by: number,
  kind: 'create' | 'confirm' | 'cancel',
  { attemptId, invoiceNumber, cents, intentId }: Omit<Task, 'progress' | 'seen'>,
  { customer = 0, isOfComparison = false } = {},
): void {
  const { work } = world.processes[by]!
  if (work.kind === 'payment' || work.kind === 'reconciliation') work.awaitsAnswer = true
  const what = { kind, attemptId, invoiceNumber, cents, intentId }
  world.requests.push({ ...what, customer, by, isOfComparison })
}

/**
 * Returns what a payer does next with a task by the rules. The lease is valid in this model, because a holder may be late
 * at every step.
 */
export function holderStep(task: Task, rules: ChargeRules): NextStep['do'] {
  if (task.progress === 'over') return 'nothing'
  const attempt = {
    state: 'open' as const,
    intentId: task.intentId,
    leaseUntil: 1,
    openedAt: 0,
    isOwed: true,
    worker: { role: 'holder' as const, progress: task.progress },
  }
  return rules.nextStep(attempt, task.seen ? { status: task.seen } : 'unseen', 0).do
}

/** Moves a payer to the next task that has a step in the phase: all creates, one comparison for all, then the ends. */
export function settle(process: Process, rules: ChargeRules): void {
  const payment = process.work as Payment
  const { tasks } = payment
  if (payment.phase === 'creating') {
    const isCreating = (task: Task) =>
      ['create', 'store', 'failWithoutIntent'].includes(holderStep(task, rules))
    while (payment.nth < tasks.length && !isCreating(tasks[payment.nth]!)) payment.nth += 1
    if (payment.nth < tasks.length) return
    payment.phase = 'ending'
    payment.nth = 0
    if (tasks.some((task) => holderStep(task, rules) === 'compare')) {
      payment.comparison = newComparison()
      return
    }
  }
  const hasEnded = (task: Task) => ['wait', 'nothing', 'compare'].includes(holderStep(task, rules))
  while (payment.nth < tasks.length && hasEnded(tasks[payment.nth]!)) payment.nth += 1
  if (payment.nth >= tasks.length) process.work = { kind: 'idle' }
}
