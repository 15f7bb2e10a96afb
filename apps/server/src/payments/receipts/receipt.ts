import sql from 'sql-template-tag'
import { formatMoney } from '@portal/domain/kernel/money'
import { cardName } from '@portal/domain/payments/card-name'
import type { Tx } from '../../platform/database.ts'
import { queueMail } from '../../platform/mail-queue.ts'
import type { Author } from '../../platform/history.ts'

/**
 * Returns the recipients of mails about a payment: the external recipients, all users who may pay,
 * and the payer.
 */
export async function receiptRecipients(
  tx: Tx,
  accountId: string,
  actorId: string | null,
): Promise<string[]> {
  const rows = await tx.query<{ email: string }>(sql`
    select address_key(email) as email from external_recipient where account_id = ${accountId}
     union
    select address_key(email) from portal_user
     where account_id = ${accountId} and deactivated_at is null
       and (id = ${actorId} or 'PayInvoices' = any (permissions))`)
  return rows.map((row) => row.email)
}

export interface PaidInvoice {
  /** The payment's id. */
  id: string
  accountId: string
  invoiceNumber: string
  amountCents: number
  batchId: string | null
  author: Author
}

/** Added to a mail that follows up on the batch's mail. */
const wasConfirmedLate =
  'The payment was still being confirmed when we wrote to you about the payment of several invoices.'

/** Queues the mail about a payment that failed or was canceled. */
export async function mailFailure(
  tx: Tx,
  { id, accountId, invoiceNumber, amountCents, batchId, author }: PaidInvoice,
  message: string,
): Promise<void> {
  await queueMail(tx, {
    accountId,
    about: `failure ${id}`,
    recipients: await receiptRecipients(tx, accountId, author.actorId),
    subject: `Payment of invoice ${invoiceNumber} was not made`,
    paragraphs: [
      `The payment of ${formatMoney(amountCents, 'USD')} for invoice ${invoiceNumber} was not made: ${message}`,
      'The card was not charged.',
      ...(batchId ? [wasConfirmedLate] : []),
      `Started by: ${author.actorName}`,
      `Payment reference: ${id}`,
    ],
  })
}

/** Queues the receipt of a payment. */
export async function mailReceipt(
  tx: Tx,
  { id, accountId, invoiceNumber, amountCents, batchId, author }: PaidInvoice,
  origin: string,
): Promise<void> {
  const amount = formatMoney(amountCents, 'USD')
  await queueMail(tx, {
    accountId,
    about: `receipt ${id}`,
    recipients: await receiptRecipients(tx, accountId, author.actorId),
    subject: `Payment received for invoice ${invoiceNumber}`,
    paragraphs: [
      `We received ${amount} for invoice ${invoiceNumber}, paid ${await withCard(tx, accountId, id)}.`,
      ...(batchId ? [wasConfirmedLate] : []),
      `Paid by: ${author.actorName}`,
      `Payment reference: ${id}`,
      'Your balance is updated as soon as our books show the payment.',
      {
        label: 'The invoice, with the receipt of the payment',
        url: `${origin}/invoices/detail/${encodeURIComponent(invoiceNumber)}`,
      },
    ],
  })
}

async function withCard(tx: Tx, accountId: string, paymentId: string): Promise<string> {
  const card = await tx.one<{ brand: string; last4Digits: string }>(sql`
    select c.brand, c.last4 as "last4Digits"
      from payment_attempt p join card c on c.account_id = p.account_id and c.id = p.card_id
     where p.account_id = ${accountId} and p.id = ${paymentId}`)
  return card ? `with ${cardName(card)}` : 'by card'
}
