import sql from 'sql-template-tag'
import { formatMoney } from '@portal/domain/kernel/money'
import type { Tx } from '../platform/database.ts'
import { queueMail } from '../platform/mail-queue.ts'
import type { Attempt } from './attempt.ts'

/** Who is told about payments: the external recipients, everybody who may pay, and the person who did. */
export async function receiptRecipients(
  tx: Tx,
  accountId: string,
  actorId: string | null,
): Promise<string[]> {
  const rows = await tx.query<{ email: string }>(sql`
    select lower(email) as email from external_recipient where account_id = ${accountId}
     union
    select lower(email) from portal_user
     where account_id = ${accountId} and deactivated_at is null
       and (id = ${actorId} or 'PayInvoices' = any (permissions))`)
  return rows.map((row) => row.email)
}

/** Queues the receipt of one payment. A batch tells about its payments in one mail of its own at the end. */
export async function mailReceipt(tx: Tx, attempt: Attempt): Promise<void> {
  const { accountId, batchId, invoiceNumber, author } = attempt
  if (batchId && (await isRunning(tx, accountId, batchId))) return
  const amount = formatMoney(attempt.amountCents, 'USD')
  await queueMail(tx, {
    accountId,
    about: `receipt ${attempt.id}`,
    recipients: await receiptRecipients(tx, accountId, author.actorId),
    subject: `Payment received for invoice ${invoiceNumber}`,
    paragraphs: [
      `We received ${amount} for invoice ${invoiceNumber}, paid by card.`,
      `Paid by: ${author.actorName}`,
      `Payment reference: ${attempt.id}`,
      'Your balance is updated as soon as our books show the payment.',
    ],
  })
}

/** Locks the batch against finishing meanwhile, so that a payment is told about exactly once. */
async function isRunning(tx: Tx, accountId: string, batchId: string): Promise<boolean> {
  const batch = await tx.one<{ running: boolean }>(sql`
    select finished_at is null as running from payment_batch
     where account_id = ${accountId} and id = ${batchId} for share`)
  return batch?.running ?? false
}
