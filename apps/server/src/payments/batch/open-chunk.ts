import type { Deps } from '../../deps.ts'
import { withAccount, type Tx } from '../../platform/database.ts'
import { isBadRow } from '../../platform/database-errors.ts'
import type { Attempt } from '../charge/attempt.ts'
import { boundsOf, stopReason, type BatchRun } from './batch-run.ts'
import { failItems, failQueued, isHeld, nextItems, type BatchItem } from './batches.queries.ts'
import { openPayments } from '../charge/open-payment.ts'

/** Another process has taken the batch over, and goes on with it. */
export class BatchLost extends Error {
  override name = 'BatchLost'
}

export interface Chunk {
  attempts: Attempt[]
  /** How many invoices were looked at; none means that nothing is left to open. */
  size: number
  /** Those among them somebody else is busy with; they stay in the batch for the next look. */
  busy: number
  /** Nothing before this position is left to open. */
  next: number
}

/**
 * Opens the next invoices of a batch, from a position on, in one transaction: who pays is judged again, then every
 * invoice by the rule. A row that makes the transaction fail does not sink the others: they are opened one by one then.
 */
export async function openChunk(
  deps: Deps,
  run: BatchRun,
  count: number,
  from = 0,
): Promise<Chunk> {
  const { accountId } = run.author
  try {
    return await withAccount(deps.paymentsDb, accountId, (tx) => open(tx, deps, run, count, from))
  } catch (error) {
    if (!isBadRow(error)) throw error
    deps.log.warn({ err: error, batchId: run.batchId }, 'payments of a batch are opened one by one')
    return openOneByOne(deps, run, count, from)
  }
}

async function openOneByOne(
  deps: Deps,
  run: BatchRun,
  count: number,
  from: number,
): Promise<Chunk> {
  const chunk: Chunk = { attempts: [], size: 0, busy: 0, next: from }
  for (; chunk.size < count; chunk.size += 1) {
    const one = await withAccount(deps.paymentsDb, run.author.accountId, (tx) =>
      open(tx, deps, run, 1, chunk.next),
    ).catch(async (error: unknown) => {
      if (!isBadRow(error)) throw error
      deps.log.error({ err: error, batchId: run.batchId }, 'an invoice of a batch cannot be opened')
      await giveUpNext(deps, run, chunk.next)
      return { attempts: [], size: 1, next: chunk.next }
    })
    if (one.size === 0) break
    chunk.attempts.push(...one.attempts)
    chunk.next = one.next
  }
  return chunk
}

async function open(
  tx: Tx,
  deps: Deps,
  run: BatchRun,
  count: number,
  from: number,
): Promise<Chunk> {
  const { batchId, author } = run
  const { accountId } = author
  const nothingLeft: Chunk = { attempts: [], size: 0, busy: 0, next: from }
  if (!(await isHeld(tx, accountId, batchId, run.hold))) throw new BatchLost()
  const stopped = await stopReason(tx, run)
  if (stopped) {
    await failQueued(tx, accountId, batchId, stopped)
    return nothingLeft
  }
  const items = await nextItems(tx, accountId, batchId, from, count)
  if (items.length === 0) return nothingLeft
  const positions = new Map(items.map(({ invoiceId, position }) => [invoiceId, position]))
  const refuse = await boundsOf(tx, run, plannedBy(items))
  const openings = await openPayments(
    tx,
    {
      author,
      batchId,
      limitCents: deps.config.page.cardLimitCents,
      // Which categories the payer may see was decided when the batch was filled.
      categoryIds: null,
      onSession: false,
      ...(refuse && { refuse }),
    },
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
    attempts: openings.flatMap((one) => ('attempt' in one ? one.attempt : [])),
    size: items.length,
    busy: busy.length,
    next: busy[0] ?? items.at(-1)!.position + 1,
  }
}

const plannedBy = (items: readonly BatchItem[]) =>
  new Map(items.map(({ invoiceId, amountCents }) => [invoiceId, amountCents]))

async function giveUpNext(deps: Deps, { author, batchId }: BatchRun, from: number): Promise<void> {
  const { accountId } = author
  await withAccount(deps.paymentsDb, accountId, async (tx) => {
    const items = await nextItems(tx, accountId, batchId, from, 1)
    const failures = items.map(({ position }) => ({ position, message: 'Payment failed.' }))
    await failItems(tx, accountId, batchId, failures)
  })
}
