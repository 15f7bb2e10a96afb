import sql from 'sql-template-tag'
import { formatMoney } from '@portal/domain/kernel/money'
import { plural } from '@portal/domain/kernel/plural'
import { inTransaction, type Database, type Tx } from '../../platform/database/database.ts'
import { queueMail } from '../../platform/mail/mail-queue.ts'
import { receiptRecipients } from '../receipts/receipt.ts'

interface Found {
  accountId: string
  paymentId: string
  invoiceNumber: string
  amountCents: number
  day: string
}

/**
 * Mails companies about adopted payments: one mail per company, after no more payments were found for five minutes.
 * Returns the number of payments. Any number of workers may run this.
 */
export async function notifyAdopted(systemDb: Database): Promise<number> {
  return inTransaction(systemDb, async (tx) => {
    const found = await tx.query<Found & Record<string, unknown>>(sql`
      update unknown_intent u set told_at = now()
        from payment_attempt p
       where p.account_id = u.account_id and p.id = u.attempt_id and p.is_adopted and p.state = 'succeeded'
         and u.told_at is null
         and not exists (select from unknown_intent newer
                          where newer.account_id = u.account_id and newer.found_at > now() - interval '5 minutes')
   returning u.account_id as "accountId", p.id as "paymentId", p.invoice_number as "invoiceNumber",
             p.amount_cents as "amountCents", to_char(p.created_at at time zone 'UTC', 'MM/DD/YYYY') as day`)
    for (const accountId of new Set(found.map((one) => one.accountId)))
      await tell(
        tx,
        accountId,
        found.filter((one) => one.accountId === accountId),
      )
    return found.length
  })
}

async function tell(tx: Tx, accountId: string, payments: readonly Found[]): Promise<void> {
  await queueMail(tx, {
    accountId,
    about: `adopted ${payments[0]!.paymentId}`,
    kind: 'receipts',
    recipients: await receiptRecipients(
      tx,
      accountId,
      null,
      payments.map(({ invoiceNumber }) => invoiceNumber),
    ),
    subject: `${plural(payments.length, 'card payment')} found after an interruption`,
    heading: `${plural(payments.length, 'card payment')} found after an interruption`,
    preview: 'They are in your payment history, and you do not need to do anything.',
    lead: 'After an interruption of our systems we compared our records with those of our card provider, and found these card payments of yours.',
    facts: payments.map(({ invoiceNumber, amountCents, day, paymentId }) => [
      invoiceNumber,
      `${formatMoney(amountCents, 'USD')}, paid on ${day}, reference ${paymentId}`,
    ]),
    button: { label: 'See the payment history', path: '/payments?tab=paymentHistory' },
    notes: ['You may already have receipts for them.', 'You do not need to do anything.'],
  })
}
