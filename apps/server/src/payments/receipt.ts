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

/** Queues a receipt of each payment. A batch tells about its payments in one mail of its own at the end. */
export async function mailReceipts(tx: Tx, attempts: readonly Attempt[]): Promise<void> {
  const running = await runningBatches(tx, attempts)
  for (const attempt of attempts)
    if (!attempt.batchId || !running.has(attempt.batchId)) await mailReceipt(tx, attempt)
}

async function mailReceipt(
  tx: Tx,
  { id, accountId, invoiceNumber, amountCents, author }: Attempt,
): Promise<void> {
  const amount = formatMoney(amountCents, 'USD')
  await queueMail(tx, {
    accountId,
    about: `receipt ${id}`,
    recipients: await receiptRecipients(tx, accountId, author.actorId),
    subject: `Payment received for invoice ${invoiceNumber}`,
    paragraphs: [
      `We received ${amount} for invoice ${invoiceNumber}, paid by card.`,
      `Paid by: ${author.actorName}`,
      `Payment reference: ${id}`,
      'Your balance is updated as soon as our books show the payment.',
    ],
  })
}

/** Locks the batches against finishing meanwhile, so that a payment is told about exactly once. */
async function runningBatches(tx: Tx, attempts: readonly Attempt[]): Promise<Set<string>> {
  const ids = [...new Set(attempts.flatMap(({ batchId }) => batchId ?? []))]
  if (ids.length === 0) return new Set()
  const rows = await tx.query<{ id: string; isRunning: boolean }>(sql`
    select id, finished_at is null as "isRunning" from payment_batch
     where account_id = ${attempts[0]!.accountId} and id = any (${ids}::uuid[]) order by id for share`)
  return new Set(rows.flatMap(({ id, isRunning }) => (isRunning ? id : [])))
}
