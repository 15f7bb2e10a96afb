import { isBadRow, isInTheWay } from '../../platform/database/database-errors.ts'
import { withAccount, type Tx } from '../../platform/database/database.ts'
import type { Deps } from '../../deps.ts'
import type { Attempt } from '../charge/attempt.ts'
import { openPayments } from '../charge/open-payment.ts'
import type { PaymentOrder } from '../charge/payment-rules.ts'
import { boundsOf, type AutoPayBounds, type BatchRun } from './batch-run.ts'
import { failItems, findBatchStop, isHeld, nextItems, stopBatch } from './batches.queries.ts'

/** Another process has taken over the batch and finishes it. */
export class BatchLost extends Error {
  override name = 'BatchLost'
}

export interface Chunk {
  /** The order that the attempts are charged under. */
  order: PaymentOrder
  attempts: Attempt[]
  /** The number of invoices that were read; zero means that no invoices are left to open. */
  size: number
  /** The number of these invoices that are locked; they stay in the batch for the next pass. */
  busy: number
  /** All items before this position are opened. */
  next: number
}

/**
 * Opens the next invoices of a batch, from a position on, in one transaction: checks the payer again, then every invoice
 * by the rules. If one row makes the transaction fail, each row is opened separately, and only that row fails.
 */
export async function openChunk(
  deps: Deps,
  run: BatchRun,
  autoPay: AutoPayBounds,
  count: number,
  from: number,
): Promise<Chunk> {
  const { accountId } = run.author
  const inCompany = <T>(work: (tx: Tx) => Promise<T>) =>
    withAccount(deps.paymentsDb, accountId, work)
  try {
    return await inCompany((tx) => open(tx, deps, run, autoPay, count, from))
  } catch (error) {
    if (isInTheWay(error)) return { ...nothing(deps, run, autoPay, from), size: 1, busy: 1 }
    if (!isBadRow(error)) throw error
    deps.log.warn({ err: error, batchId: run.batchId }, 'payments of a batch are opened one by one')
    if (count > 1) return openChunk(deps, run, autoPay, 1, from)
    await inCompany(async (tx) => {
      const items = await nextItems(tx, accountId, run.batchId, from, 1)
      const failures = items.map(({ position }) => ({ position, message: 'Payment failed.' }))
      await failItems(tx, accountId, run.batchId, failures)
    })
    return { ...nothing(deps, run, autoPay, from), size: 1 }
  }
}

const nothing = (deps: Deps, run: BatchRun, autoPay: AutoPayBounds, next: number): Chunk => ({
  order: orderOf(deps, run, autoPay, new Map()),
  attempts: [],
  size: 0,
  busy: 0,
  next,
})

const orderOf = (
  { config }: Deps,
  run: BatchRun,
  autoPay: AutoPayBounds,
  atMost: ReadonlyMap<string, number>,
): PaymentOrder => ({
  author: run.author,
  batchId: run.batchId,
  limitCents: config.page.cardLimitCents,
  // The payer's categories were applied when the batch was filled.
  categoryIds: null,
  onSession: run.autoPayDay === null,
  cardId: run.cardId,
  findStop: (tx) => findBatchStop(tx, run.author.accountId, run.batchId),
  bounds: (tx, without) => boundsOf(tx, run, atMost, without, autoPay),
})

async function open(
  tx: Tx,
  deps: Deps,
  run: BatchRun,
  autoPay: AutoPayBounds,
  count: number,
  from: number,
): Promise<Chunk> {
  const { batchId, author } = run
  const { accountId } = author
  if (!(await isHeld(tx, accountId, batchId, run.hold))) throw new BatchLost()
  const items = await nextItems(tx, accountId, batchId, from, count)
  const atMost = new Map(items.map(({ invoiceId, atMostCents }) => [invoiceId, atMostCents]))
  const order = orderOf(deps, run, autoPay, atMost)
  const { stopped } = await boundsOf(tx, run, atMost, [], autoPay)
  if (stopped) await stopBatch(tx, accountId, batchId, stopped)
  if (stopped || items.length === 0) return nothing(deps, run, autoPay, from)
  const positions = new Map(items.map(({ invoiceId, position }) => [invoiceId, position]))
  const openings = await openPayments(
    tx,
    order,
    items.map(({ invoiceId }) => invoiceId),
  )
  const refused = openings.flatMap((one) =>
    'refusal' in one
      ? { position: positions.get(one.invoiceId)!, message: one.refusal.message }
      : [],
  )
  await failItems(tx, accountId, batchId, refused)
  const busy = openings.flatMap((one) => ('isBusy' in one ? positions.get(one.invoiceId)! : []))
  return {
    order,
    attempts: openings.flatMap((one) => ('attempt' in one ? one.attempt : [])),
    size: items.length,
    busy: busy.length,
    next: busy[0] ?? items.at(-1)!.position + 1,
  }
}
