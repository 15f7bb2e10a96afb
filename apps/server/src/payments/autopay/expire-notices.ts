import sql from 'sql-template-tag'
import { isExpired } from '@portal/domain/invoices/transfer-notice'
import { formatDay } from '@portal/domain/kernel/day'
import { formatMoney } from '@portal/domain/kernel/money'
import { plural } from '@portal/domain/kernel/plural'
import { balanceDueCents, joinBalances, readBalances } from '../../invoices/owed.queries.ts'
import { endNotices, matchNotices } from '../../invoices/transfer-notices.queries.ts'
import type { Tx } from '../../platform/database/database.ts'
import { named } from '../../platform/mail/mail-content.ts'
import { queueMail } from '../../platform/mail/mail-queue.ts'
import { ofInvoice } from '../../invoices/invoice-mails.ts'
import { receiptRecipients } from '../receipts/receipt.ts'
import { findAutomaticStop } from '../charge/charging-stop.ts'
import { findEnrolment } from './autopay.queries.ts'

interface Waiting {
  accountId: string
  id: string
  transferId: string
  invoiceNumber: string
  paidOn: string
  actorName: string
  currency: string
  categoryId: number | null
  dueCents: number
}

/**
 * Ends the notices of a company whose transfers did not arrive by a UTC day, and tells it. The caller holds AutoPay's lock.
 * Returns whether there were any.
 */
export async function expireNotices(tx: Tx, accountId: string, day: string): Promise<boolean> {
  // A server of the release before may have imported the transfer.
  await matchNotices(tx, accountId)
  const isAnnounced = sql`exists (
    select from transfer_notice n
     where n.account_id = i.account_id and n.invoice_number = i.invoice_number and n.state = 'announced')`
  const balances = await readBalances(tx, accountId, isAnnounced)
  const announced = await tx.query<Waiting & Record<string, unknown>>(sql`
    select n.account_id as "accountId", n.id, n.transfer_id as "transferId", n.invoice_number as "invoiceNumber",
           n.paid_on as "paidOn", n.actor_name as "actorName", i.currency, i.invoice_category_id as "categoryId",
           coalesce(${balanceDueCents}, 0) as "dueCents"
      from transfer_notice n
      left join invoice i on i.account_id = n.account_id and i.invoice_number = n.invoice_number
           ${joinBalances(balances)}
     where n.account_id = ${accountId} and n.state = 'announced' order by n.invoice_number`)
  const expired = announced.filter((notice) => isExpired(notice, day))
  await endNotices(tx, expired, 'expired')
  const mails = new Map<string, Waiting[]>()
  for (const one of expired.filter(({ dueCents }) => dueCents > 0)) {
    const about = `${one.transferId} ${one.categoryId} ${one.currency}`
    mails.set(about, [...(mails.get(about) ?? []), one])
  }
  for (const [about, notices] of mails) await mailExpiry(tx, about, notices)
  return expired.length > 0
}

/** One mail for the invoices of a transfer in one category and currency, which may have changed since. */
async function mailExpiry(tx: Tx, about: string, notices: readonly Waiting[]): Promise<void> {
  const [{ accountId, invoiceNumber, paidOn, actorName, currency }] = notices as [Waiting]
  const numbers = notices.map((one) => one.invoiceNumber)
  const cents = notices.reduce((sum, { dueCents }) => sum + dueCents, 0)
  const isOne = notices.length === 1
  const what = isOne ? named(invoiceNumber) : plural(notices.length, 'invoice')
  const { button } = ofInvoice(invoiceNumber)
  const isCharged = (await findEnrolment(tx, accountId)) && !(await findAutomaticStop(tx))
  await queueMail(tx, {
    accountId,
    about: `transfer expired ${about}`,
    kind: 'failures',
    recipients: await receiptRecipients(tx, accountId, null, numbers),
    subject: `Announced transfer did not arrive in full, ${formatMoney(cents, currency)} still due, ${what}`,
    heading: 'An announced transfer did not arrive in full',
    preview: `${formatMoney(cents, currency)} is still due for ${what}.`,
    lead: `The transfer that ${named(actorName)} announced for ${formatDay(paidOn)} is not in our books in full. We no longer wait for it.`,
    facts: notices.map((one) => [one.invoiceNumber, formatMoney(one.dueCents, currency)] as const),
    button: isOne ? button : { label: 'See the invoices', path: '/invoices' },
    notes: [
      ...(isCharged ? ['AutoPay charges what it covers from tomorrow on.'] : []),
      'If the transfer is on its way, please announce it again.',
    ],
    readersOf: numbers,
  })
}
