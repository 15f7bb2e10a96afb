import { isExpired, type TransferNotice } from '@portal/domain/invoices/transfer-notice'
import { formatDay } from '@portal/domain/kernel/day'
import { formatMoney } from '@portal/domain/kernel/money'
import { plural } from '@portal/domain/kernel/plural'
import { ofInvoice } from '../../invoices/invoice-mails.ts'
import {
  announcedNotices,
  endNotices,
  matchNotices,
} from '../../invoices/transfer-notices.queries.ts'
import type { Tx } from '../../platform/database/database.ts'
import { named } from '../../platform/mail/mail-content.ts'
import { queueMail } from '../../platform/mail/mail-queue.ts'
import { findAutomaticStop } from '../charge/charging-stop.ts'
import { receiptRecipients } from '../receipts/receipt.ts'
import { findEnrolment, listOpenInvoices, type OpenInvoiceRow } from './autopay.queries.ts'

/**
 * Ends the notices of a company whose transfers did not arrive by a UTC day, and tells it. The caller holds AutoPay's lock.
 * Returns whether there were any.
 */
export async function expireNotices(tx: Tx, accountId: string, day: string): Promise<boolean> {
  // A server of the release before may have imported the transfer.
  await matchNotices(tx, accountId)
  const announced = [...(await announcedNotices(tx, accountId)).values()]
  const expired = announced
    .filter((notice) => isExpired(notice, day))
    .map(({ id }) => ({ accountId, id }))
  // Without those that a user withdraws at this moment.
  const ended = await endNotices(tx, expired, 'expired')
  if (ended.size === 0) return false
  const mails = new Map<string, [TransferNotice, OpenInvoiceRow[]]>()
  for (const invoice of await listOpenInvoices(tx, accountId)) {
    const { notice, categoryId, currency, balanceDueCents, hasBeenCharged } = invoice
    const transferId = notice && ended.get(notice.id)
    if (!transferId || balanceDueCents <= 0 || hasBeenCharged) continue
    const about = `${transferId} ${categoryId} ${currency}`
    const [, before] = mails.get(about) ?? [notice, []]
    mails.set(about, [notice, [...before, invoice]])
  }
  for (const [about, [notice, invoices]] of mails)
    await mailExpiry(tx, accountId, about, notice, invoices)
  return true
}

/** One mail for the invoices of a transfer in one category and currency, which may have changed since. */
async function mailExpiry(
  tx: Tx,
  accountId: string,
  about: string,
  { paidOn, actorName }: TransferNotice,
  invoices: readonly OpenInvoiceRow[],
): Promise<void> {
  const [{ invoiceNumber, currency }] = invoices as [OpenInvoiceRow]
  const numbers = invoices.map((one) => one.invoiceNumber).sort()
  const cents = invoices.reduce((sum, { balanceDueCents }) => sum + balanceDueCents, 0)
  const due = formatMoney(cents, currency)
  const isOne = invoices.length === 1
  const what = isOne ? named(invoiceNumber) : plural(invoices.length, 'invoice')
  const isCharged = (await findEnrolment(tx, accountId)) && !(await findAutomaticStop(tx))
  await queueMail(tx, {
    accountId,
    about: `transfer expired ${about}`,
    kind: 'failures',
    recipients: await receiptRecipients(tx, accountId, null, numbers),
    subject: `Announced transfer did not arrive in full, ${due} still due, ${what}`,
    heading: 'An announced transfer did not arrive in full',
    preview: `${due} is still due for ${what}.`,
    lead: `The transfer that ${named(actorName)} announced for ${formatDay(paidOn)} is not in our books in full. We no longer wait for it.`,
    facts: invoices.map((one) => [one.invoiceNumber, formatMoney(one.balanceDueCents, currency)]),
    button: isOne
      ? ofInvoice(invoiceNumber).button
      : { label: 'See the invoices', path: '/invoices' },
    notes: [
      ...(isCharged ? ['AutoPay charges what it covers from tomorrow on.'] : []),
      'If the transfer is on its way, please announce it again.',
    ],
    readersOf: numbers,
  })
}
