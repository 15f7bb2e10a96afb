import sql from 'sql-template-tag'
import { formatUtcMinute } from '@portal/domain/kernel/day'
import { formatMoney } from '@portal/domain/kernel/money'
import { cardName } from '@portal/domain/payments/card-name'
import type { Deps } from '../../deps.ts'
import { ofInvoice } from '../../invoices/invoice-mails.ts'
import { seesCategory } from '../../invoices/invoice-readers.ts'
import { confirmedRecipients } from '../../notifications/outside-addresses.ts'
import { withAccount, type Tx } from '../../platform/database/database.ts'
import { named, type Fact } from '../../platform/mail/mail-content.ts'
import { queueMail } from '../../platform/mail/mail-queue.ts'
import type { Printers } from '../../notifications/mail-ports.ts'
import type { Author } from '../../platform/history/history.ts'
import type { ReceiptFacts } from './receipt-pdf.ts'

/**
 * Returns the recipients of mails about payments of these invoices: the external recipients, all users who may pay and who
 * see each of the invoices, and the payer. If no such user may pay, those who manage users and see the invoices.
 */
export async function receiptRecipients(
  tx: Tx,
  accountId: string,
  actorId: string | null,
  invoiceNumbers: readonly string[] = [],
): Promise<string[]> {
  const rows = await tx.query<{ email: string }>(sql`
    with reader as (
      select id, address_key(email) as email, 'PayInvoices' = any (permissions) as pays from portal_user u
       where account_id = ${accountId} and deactivated_at is null
         and (id = ${actorId} or 'AccessInvoices' = any (permissions) and permissions && '{PayInvoices,ManageUsers}' and not exists (
               select from invoice i
                where i.account_id = u.account_id and i.invoice_number = any (${invoiceNumbers}::text[])
                  and not ${seesCategory(sql`i.invoice_category_id`)})))
    select email from ${confirmedRecipients(accountId)} r
     union
    select email from reader where pays or id = ${actorId} or not exists (select from reader where pays)`)
  return rows.map((row) => row.email)
}

/** Returns the recipients at the time when a mail is sent; the payer then counts like any other user. */
export const readersOfPayments =
  ({ db }: Pick<Deps, 'db'>): Printers['readersOf'] =>
  (accountId, invoiceNumbers) =>
    withAccount(db, accountId, (tx) => receiptRecipients(tx, accountId, null, invoiceNumbers))

/**
 * Returns the recipients of a mail about money that was not paid. The mail is required for the payer, or for the user who
 * enrolled the company in AutoPay; without either, for all recipients.
 */
export async function failureRecipients(
  tx: Tx,
  accountId: string,
  actorId: string | null,
  invoiceNumbers: readonly string[],
): Promise<{ recipients: string[]; required: string[] }> {
  const payer = await tx.one<{ id: string; email: string }>(sql`
    select id, address_key(email) as email from portal_user
     where account_id = ${accountId} and deactivated_at is null
       and id = coalesce(${actorId}, (select actor_id from autopay_enrolment
                                       where account_id = ${accountId} and ended_at is null))`)
  const recipients = await receiptRecipients(tx, accountId, payer?.id ?? null, invoiceNumbers)
  return { recipients, required: payer ? [payer.email] : recipients }
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

/** Added to a mail that follows the mail about the batch. */
const wasConfirmedLate =
  'The payment was still being confirmed when we wrote to you about the payment of several invoices.'

/** Queues the mail about a payment that failed or was canceled. */
export async function mailFailure(
  tx: Tx,
  { id, accountId, invoiceNumber, amountCents, batchId, author }: PaidInvoice,
  message: string,
): Promise<void> {
  const heading = `Payment of ${formatMoney(amountCents, 'USD')} was not made`
  await queueMail(tx, {
    accountId,
    about: `failure ${id}`,
    kind: 'failures',
    ...(await failureRecipients(tx, accountId, author.actorId, [invoiceNumber])),
    subject: `${heading}, ${named(invoiceNumber)}`,
    heading,
    preview: message,
    lead: `${message} The card was not charged.`,
    facts: [
      ['Invoice', invoiceNumber],
      ['Amount', formatMoney(amountCents, 'USD')],
      ['Started by', author.actorName],
      ['Payment reference', id],
    ],
    ...ofInvoice(invoiceNumber),
    notes: batchId ? [wasConfirmedLate] : [],
    readersOf: [invoiceNumber],
  })
}

/** Queues the receipt of a payment. */
export async function mailReceipt(
  tx: Tx,
  { id, accountId, invoiceNumber, amountCents, batchId, author }: PaidInvoice,
): Promise<void> {
  const paid = await paidWith(tx, accountId, id)
  await queueMail(tx, {
    accountId,
    about: `receipt ${id}`,
    kind: 'receipts',
    recipients: await receiptRecipients(tx, accountId, author.actorId, [invoiceNumber]),
    readersOf: [invoiceNumber],
    ...receiptMail(
      { reference: id, invoiceNumber, amountCents, ...paid },
      {
        lead: `Paid by ${named(author.actorName)}. The receipt is attached.`,
        notes: [
          ...(batchId ? [wasConfirmedLate] : []),
          'Your balance is updated as soon as our books show the payment.',
        ],
      },
    ),
  })
}

/** Returns the content of a mail with a receipt. */
export function receiptMail(
  {
    reference,
    invoiceNumber,
    amountCents,
    card,
    paidAt,
  }: Pick<ReceiptFacts, 'reference' | 'invoiceNumber' | 'amountCents' | 'card' | 'paidAt'>,
  words: { lead: string; notes?: string[] },
) {
  const amount = formatMoney(amountCents, 'USD')
  const heading = `Payment of ${amount} received`
  const at = formatUtcMinute(paidAt.toISOString())
  return {
    subject: `${heading}, ${named(invoiceNumber)}`,
    heading,
    preview: `${card}, ${at}. The receipt is attached.`,
    facts: [
      ['Invoice', invoiceNumber],
      ['Amount', amount],
      ['Paid on', at],
      ['Card', card],
      ['Payment reference', reference],
    ] satisfies Fact[],
    ...ofInvoice(invoiceNumber, 'View receipt'),
    ...words,
    receiptOf: reference,
  }
}

async function paidWith(tx: Tx, accountId: string, paymentId: string) {
  const paid = await tx.one<{ brand: string | null; last4Digits: string; at: Date }>(sql`
    select c.brand, c.last4 as "last4Digits", coalesce(p.settled_at, portal_now()) as at
      from payment_attempt p left join card c on c.account_id = p.account_id and c.id = p.card_id
     where p.account_id = ${accountId} and p.id = ${paymentId}`)
  const { brand, last4Digits, at } = paid!
  return {
    card: brand === null ? 'By card' : cardName({ brand, last4Digits }),
    paidAt: at,
  }
}
