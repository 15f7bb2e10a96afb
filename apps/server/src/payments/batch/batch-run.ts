import sql from 'sql-template-tag'
import { requireAutomaticCharging } from '../charge/charging-stop.ts'
import type { Tx } from '../../platform/database/database.ts'
import type { Author } from '../../platform/history/history.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import type { Bounds } from '../charge/payment-rules.ts'
import { findBatchStop } from './batches.queries.ts'

/** A batch that this process holds, and the author in whose name it is paid. */
export interface BatchRun {
  batchId: string
  /** The number of this hold: a higher number means that another process has taken over the batch. */
  hold: number
  author: Author
  /** The day of AutoPay, if AutoPay pays the batch. */
  autoPayDay: string | null
  /** The card that was shown to the person who pays the batch. AutoPay charges the current default card. */
  cardId: string | undefined
}

export interface BoundedChunk {
  invoiceIds: readonly string[]
  /** Attempts that do not count. */
  without: readonly string[]
}

/** What a batch of AutoPay needs to know of it. */
export interface AutoPayBounds {
  /** Returns the limits of a chunk under the customer's current settings. */
  ofChunk: (tx: Tx, accountId: string, day: string, chunk: BoundedChunk) => Promise<Bounds>
  /** Returns a sentence for each open invoice, by its number: when AutoPay charges it, or why it does not. */
  nextTries: (tx: Tx, accountId: string, limitCents: number) => Promise<Map<string, string>>
}

const notAutoPay = () => {
  throw new Error('AutoPay pays this batch')
}

/** For batches that people start. */
export const personsOnly: AutoPayBounds = { ofChunk: notAutoPay, nextTries: notAutoPay }

export async function findRun(
  tx: Tx,
  accountId: string,
  batchId: string,
  hold: number,
): Promise<BatchRun> {
  const row = await tx.one<Author & { autoPayDay: string | null; cardId: string }>(sql`
    select account_id as "accountId", actor_id as "actorId", actor_account_id as "actorAccountId",
           actor_name as "actorName", ip_address as "ipAddress", autopay_day as "autoPayDay",
           card_id as "cardId"
      from payment_batch where account_id = ${accountId} and id = ${batchId}`)
  if (!row) throw new Error('the batch is not there')
  const { autoPayDay, cardId, ...author } = row
  return { batchId, hold, author, autoPayDay, cardId: autoPayDay ? undefined : cardId }
}

/**
 * Returns the limits of a chunk, which are read again before each of its steps: the batch or all charging may be stopped, the
 * payer may have lost the permission, AutoPay may be paused or ended; and no invoice may be charged more than was shown.
 */
export async function boundsOf(
  tx: Tx,
  { batchId, author, autoPayDay }: BatchRun,
  atMostCents: ReadonlyMap<string, number>,
  without: readonly string[],
  autoPay: AutoPayBounds,
): Promise<Bounds> {
  const stopped = await findBatchStop(tx, author.accountId, batchId)
  if (stopped !== undefined) return { stopped }
  const paused = await requireAutomaticCharging(tx).catch((error: unknown) => {
    if (error instanceof Refusal) return error.message
    throw error
  })
  if (paused) return { stopped: paused }
  const bounds = autoPayDay
    ? await autoPay.ofChunk(tx, author.accountId, autoPayDay, {
        invoiceIds: [...atMostCents.keys()],
        without,
      })
    : await personBounds(tx, author)
  return {
    ...bounds,
    refuse: (invoiceId, amountCents) => {
      const atMost = atMostCents.get(invoiceId)
      if (atMost !== undefined && amountCents > atMost)
        return 'The balance has risen since the charge was planned.'
      return bounds.refuse?.(invoiceId, amountCents)
    },
  }
}

async function personBounds(
  tx: Tx,
  { accountId, actorId, actorAccountId, actorName }: Author,
): Promise<Bounds> {
  // A super admin's row belongs to another company, which this transaction cannot read.
  if (actorAccountId !== accountId) return {}
  const entitled = await tx.run(sql`
    select from portal_user where account_id = ${accountId} and id = ${actorId} and deactivated_at is null
       and (role = 'SuperAdmin' or 'PayInvoices' = any (permissions))`)
  return entitled ? {} : { stopped: `${actorName} may no longer pay invoices.` }
}
