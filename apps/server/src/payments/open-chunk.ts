import type { Deps } from '../deps.ts'
import { withAccount, type Tx } from '../platform/database.ts'
import { isBadRow } from '../platform/database-errors.ts'
import type { Attempt } from './attempt.ts'
import { boundsOf, stopReason, type BatchRun } from './batch-run.ts'
import {
  failQueued,
  isHeld,
  nextItems,
  saveItems,
  type BatchItem,
  type ItemResult,
} from './batches.queries.ts'
import { openPayments, type Opening } from './open-payment.ts'

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
}

/**
 * Opens the next invoices of a batch in one transaction: who pays is judged again, then every invoice by the rule.
 * A row that makes the transaction fail does not sink the others: they are opened one by one then.
 */
export async function openChunk(deps: Deps, run: BatchRun, count: number): Promise<Chunk> {
  const { accountId } = run.author
  try {
    return await withAccount(deps.paymentsDb, accountId, (tx) => open(tx, deps, run, count))
  } catch (error) {
    if (!isBadRow(error)) throw error
    deps.log.warn({ err: error, batchId: run.batchId }, 'payments of a batch are opened one by one')
    return openOneByOne(deps, run, count)
  }
}

async function openOneByOne(deps: Deps, run: BatchRun, count: number): Promise<Chunk> {
  const chunk: Chunk = { attempts: [], size: 0, busy: 0 }
  for (; chunk.size < count; chunk.size += 1) {
    const one = await withAccount(deps.paymentsDb, run.author.accountId, (tx) =>
      open(tx, deps, run, 1),
    ).catch(async (error: unknown) => {
      if (!isBadRow(error)) throw error
      deps.log.error({ err: error, batchId: run.batchId }, 'an invoice of a batch cannot be opened')
      await giveUpNext(deps, run)
      return { attempts: [], size: 1, busy: 0 }
    })
    if (one.size === 0) break
    chunk.attempts.push(...one.attempts)
  }
  return chunk
}

async function open(tx: Tx, deps: Deps, run: BatchRun, count: number): Promise<Chunk> {
  const { batchId, author } = run
  const { accountId } = author
  if (!(await isHeld(tx, accountId, batchId, run.hold))) throw new BatchLost()
  const stopped = await stopReason(tx, run)
  if (stopped) {
    await failQueued(tx, accountId, batchId, stopped)
    return nothingLeft
  }
  const items = await nextItems(tx, accountId, batchId, count)
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
  await saveItems(
    tx,
    accountId,
    batchId,
    openings.flatMap((one) => resultOf(one, positions.get(one.invoiceId)!)),
  )
  return {
    attempts: openings.flatMap((one) => ('attempt' in one ? one.attempt : [])),
    size: items.length,
    busy: openings.filter((one) => 'isBusy' in one).length,
  }
}

/** What an item says of its opening; nothing yet while somebody else is busy with its invoice. */
function resultOf(opening: Opening, position: number): ItemResult[] {
  if ('isBusy' in opening) return []
  if ('refusal' in opening)
    return [{ position, state: 'failed', message: opening.refusal.message, amountCents: 0 }]
  return [{ position, state: 'pending', message: '', amountCents: opening.attempt.amountCents }]
}

const nothingLeft: Chunk = { attempts: [], size: 0, busy: 0 }

const plannedBy = (items: readonly BatchItem[]) =>
  new Map(items.map(({ invoiceId, amountCents }) => [invoiceId, amountCents]))

async function giveUpNext(deps: Deps, { author, batchId }: BatchRun): Promise<void> {
  const { accountId } = author
  await withAccount(deps.paymentsDb, accountId, async (tx) => {
    const items = await nextItems(tx, accountId, batchId, 1)
    const result = { state: 'failed', message: 'Payment failed.', amountCents: 0 } as const
    await saveItems(
      tx,
      accountId,
      batchId,
      items.map(({ position }) => ({ position, ...result })),
    )
  })
}
