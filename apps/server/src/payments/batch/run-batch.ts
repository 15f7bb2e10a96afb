import sql from 'sql-template-tag'
import { formatMoney } from '@portal/domain/kernel/money'
import { plural } from '@portal/domain/kernel/plural'
import type { Deps } from '../../deps.ts'
import { withAccount, type Tx } from '../../platform/database.ts'
import { queueMail } from '../../platform/mail-queue.ts'
import { findRun, type BatchRun } from './batch-run.ts'
import { endedItems, takeBatch, type EndedItem } from './batches.queries.ts'
import { chargeBatch } from './charge-batch.ts'
import { adoptOpened } from './hold-opened.ts'
import { BatchLost } from './open-chunk.ts'
import { receiptRecipients } from '../receipts/receipt.ts'

/** So many paid and so many failed invoices are named in the mail; it would be too long to read, or to send, with all. */
const namedAtMost = 200

/**
 * Pays what is left of a batch, one attempt per invoice, unless another process is at it. Any process may
 * go on with a batch whose holder died: every step is written down before the next one begins.
 */
export async function runBatch(deps: Deps, accountId: string, batchId: string): Promise<void> {
  const inCompany = <T>(work: (tx: Tx) => Promise<T>) =>
    withAccount(deps.paymentsDb, accountId, work)
  const taken = await inCompany(async (tx) => {
    const hold = await takeBatch(tx, accountId, batchId)
    if (hold === undefined) return undefined
    const run = await findRun(tx, accountId, batchId, hold)
    return { run, adopted: hold > 1 ? await adoptOpened(tx, run) : [] }
  })
  if (!taken) return
  try {
    await chargeBatch(deps, taken.run, taken.adopted)
  } catch (error) {
    // Whoever has it now goes on with it.
    if (error instanceof BatchLost) return
    throw error
  }
  await inCompany((tx) => finishBatch(tx, taken.run))
}

/** Ends the batch and tells its payer about all of it in one mail. */
async function finishBatch(tx: Tx, { batchId, author, autoPayDay, hold }: BatchRun): Promise<void> {
  const { accountId } = author
  const finished = await tx.run(sql`
    update payment_batch set finished_at = now()
     where account_id = ${accountId} and id = ${batchId} and finished_at is null and hold = ${hold}`)
  if (!finished) return
  const items = await endedItems(tx, accountId, batchId)
  const paid = items.filter((item) => item.state === 'paid')
  const failed = items.filter((item) => item.state === 'failed')
  const sum = paid.reduce((total, item) => total + item.amountCents, 0)
  await queueMail(tx, {
    accountId,
    about: `batch ${batchId}`,
    recipients: await receiptRecipients(tx, accountId, author.actorId),
    subject: `${autoPayDay ? 'AutoPay: payment' : 'Payment'} of ${paid.length} of ${plural(items.length, 'invoice')}`,
    paragraphs: [
      `We received ${formatMoney(sum, 'USD')} for ${plural(paid.length, 'invoice')}, paid by card.`,
      ...named(paid),
      ...(failed.length
        ? [`Not paid: ${plural(failed.length, 'invoice')}.`, ...named(failed)]
        : []),
      ...(failed.length && autoPayDay ? ['What is still due is tried again the next day.'] : []),
      `Paid by: ${author.actorName}`,
    ],
  })
}

function named(items: readonly EndedItem[]): string[] {
  const lines = items
    .slice(0, namedAtMost)
    .map(
      ({ invoiceNumber, state, message, amountCents }) =>
        `${invoiceNumber}: ${state === 'failed' ? message : formatMoney(amountCents, 'USD')}`,
    )
  const more = items.length - lines.length
  return more > 0 ? [...lines, `… and ${more} more, which the portal lists.`] : lines
}
