import sql from 'sql-template-tag'
import { requireAutomaticCharging } from '../../platform/charging.ts'
import type { Tx } from '../../platform/database.ts'
import type { Author } from '../../platform/history.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Bounds } from '../charge/payment-rules.ts'
import { findStop } from './batches.queries.ts'

/** A batch that this process holds, and in whose name it is paid. */
export interface BatchRun {
  batchId: string
  /** The number of the hold: a higher one means that another process has taken over. */
  hold: number
  author: Author
  /** Set when AutoPay pays the batch. */
  autoPayDay: string | null
  /** The card that was shown to the person who pays the batch. AutoPay charges the default card of the moment. */
  cardId: string | undefined
}

export interface BoundedChunk {
  invoiceIds: readonly string[]
  /** Attempts that do not count. */
  without: readonly string[]
}

/** What bounds a batch of AutoPay, as the customer's settings are now. */
export type AutoPayBounds = (
  tx: Tx,
  accountId: string,
  day: string,
  chunk: BoundedChunk,
) => Promise<Bounds>

/** For batches that persons start. */
export const personsOnly: AutoPayBounds = () => {
  throw new Error('AutoPay pays this batch')
}

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
 * The bounds of a chunk, asked again before each step of it: the batch or all charging may be stopped, the payer may
 * have lost the right, AutoPay may be paused or left; and no invoice is charged more than was shown.
 */
export async function boundsOf(
  tx: Tx,
  { batchId, author, autoPayDay }: BatchRun,
  atMostCents: ReadonlyMap<string, number>,
  without: readonly string[],
  autoPay: AutoPayBounds,
): Promise<Bounds> {
  const stopped = await findStop(tx, author.accountId, batchId)
  if (stopped !== undefined) return { stopped }
  const paused = await requireAutomaticCharging(tx).catch((error: unknown) => {
    if (error instanceof Refusal) return error.message
    throw error
  })
  if (paused) return { stopped: paused }
  const bounds = autoPayDay
    ? await autoPay(tx, author.accountId, autoPayDay, {
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
  // A super admin's own row is in another company, out of this transaction's sight.
  if (actorAccountId !== accountId) return {}
  const entitled = await tx.run(sql`
    select from portal_user where account_id = ${accountId} and id = ${actorId} and deactivated_at is null
       and (role = 'SuperAdmin' or 'PayInvoices' = any (permissions))`)
  return entitled ? {} : { stopped: `${actorName} may not pay invoices any more.` }
}
