import type { Intent } from '../src/payments/charge-comparison.ts'
import {
  alignRow,
  allowedCents,
  intentOf,
  rowOf,
  type ChargeRules,
  type Database,
  type ComparisonState,
  type Payment,
  type Scope,
  type Step,
  type World,
} from './charge-model.ts'
import { holderStep, newComparison, send, settle } from './charge-process.ts'

/** Yields the steps of a comparison: read the watermark, list, align each intent with its row, then decide in one transaction. */
export function* comparisonSteps(
  world: World,
  by: number,
  scope: Scope,
  rules: ChargeRules,
): Generator<Step> {
  const { name, work, database: at } = world.processes[by]!
  const comparison = (work as Payment).comparison!
  const [intentId, seen] = comparison.listed[comparison.nth] ?? []
  const id = intentId && intentOf(world, intentId).attemptId
  const change = (happens: (comparison: ComparisonState, after: World) => void) => (after: World) =>
    happens((after.processes[by]!.work as Payment).comparison!, after)
  switch (comparison.stage) {
    case 'start': {
      // Only a promotion can happen between these two steps, because every other loss ends the process.
      const isOneStep = !scope.promotes && !rules.readsRowsFirst
      yield [
        `${name} reads the watermark${isOneStep ? ' and lists' : ''}`,
        change((next, after) => {
          const { watermark, rows } = after.databases[at]!
          next.from = rules.watermark === 'outsideDatabase' ? after.watermarkOutside : watermark
          if (rules.readsRowsFirst) next.rowsBefore = rows.map((row) => row.id)
          next.stage = 'list'
          if (isOneStep) list(after, by, rules)
        }),
      ]
      break
    }
    case 'list':
      yield [`${name} lists`, (after) => list(after, by, rules)]
      break
    case 'line':
      yield [
        `${name} brings ${id} (seen ${seen}) into line`,
        change((next, after) => {
          const intent = intentOf(after, intentId!)
          const database = after.databases[at]!
          const row = readRow(database, intent.attemptId, next.rowsBefore)
          const aligned = alignRow(database, intent, seen!, 'comparison', rules, { row })
          if (aligned === 'cancel') next.stage = 'cancel'
          else {
            next.nth += 1
            if (next.nth >= next.listed.length) next.stage = 'end'
          }
        }),
      ]
      break
    case 'cancel':
      yield [
        `${name} sends cancel of the unknown ${id}`,
        change((_next, after) => {
          const { attemptId, invoiceNumber, amountCents } = intentOf(after, intentId!)
          const what = { attemptId, invoiceNumber, cents: amountCents, intentId: intentId! }
          send(after, by, 'cancel', what, { isOfComparison: true })
        }),
      ]
      break
    case 'retrieve': {
      const { status } = intentOf(world, intentId!)
      yield [
        `${name} reads ${id} again: ${status}`,
        change((next) => {
          next.listed[next.nth]![1] = status
          next.stage = 'line'
        }),
      ]
      break
    }
    case 'end':
      yield [`${name} moves the watermark and decides`, (after) => decide(after, by, rules)]
      break
  }
}

/** Returns the row that the comparison reads: after the intent was seen, or before it under a wrong rule. */
function readRow(database: Database, attemptId: string, rowsBefore: string[] | null) {
  const row = rowOf(database, attemptId)
  if (!rowsBefore) return row
  if (!rowsBefore.includes(attemptId)) return undefined
  return row ?? { state: 'succeeded' as const, intentId: null }
}

function list(world: World, by: number, rules: ChargeRules): void {
  const { work, database: at } = world.processes[by]!
  const { comparison, customer } = work as Payment
  const since = rules.listedSince(comparison!.from) ?? -Infinity
  const listed = world.intents.filter(
    (intent) => intent.customer === customer && intent.createdAt >= since,
  )
  comparison!.listed = listed.map(({ id, status }) => [id, status])
  comparison!.nth = 0
  comparison!.stage = listed.length ? 'line' : 'end'
  if (rules.watermark === 'whenListed' && listed.length) {
    const database = world.databases[at]!
    const newest = Math.max(...listed.map(({ createdAt }) => createdAt))
    database.watermark = Math.max(database.watermark ?? 0, newest)
  }
}

/** One transaction: checks that the rows still exist, moves the watermark, and allows or refuses each confirm. */
function decide(world: World, by: number, rules: ChargeRules): void {
  const process = world.processes[by]!
  const payment = process.work as Payment
  const { from, listed: pairs } = payment.comparison!
  const database = world.databases[process.database]!
  const listed = pairs.map(([id, status]): Intent => ({ ...intentOf(world, id), status }))
  if (rules.watermark !== 'whenListed') {
    const isOutside = rules.watermark === 'outsideDatabase'
    const stored = isOutside ? world.watermarkOutside : database.watermark
    const move = rules.moveWatermark(stored, from, listed, (id) => rowOf(database, id))
    if (move.do === 'compareAgain') {
      payment.comparison = newComparison()
      return
    }
    if (isOutside) world.watermarkOutside = move.to
    else database.watermark = move.to
  }
  for (const task of payment.tasks) {
    if (holderStep(task, rules) !== 'compare') continue
    const { attemptId, invoiceNumber, intentId } = task
    const refusal = rules.confirmRefusal(
      rowOf(database, attemptId),
      { id: intentId ?? '', invoiceNumber },
      listed,
      {
        isChargingOn: database.isChargingOn,
        allowedCents: allowedCents(database, invoiceNumber, rules, attemptId),
      },
    )
    task.progress = refusal ? 'mustCancel' : 'allowed'
  }
  payment.comparison = null
  settle(process, rules)
}
