import sql from 'sql-template-tag'
import { formatMoney } from '@portal/domain/kernel/money'
import type { Tx } from '../../platform/database/database.ts'
import { recordHistory, systemAuthor, type HistoryEntry } from '../../platform/history/history.ts'
import { named } from '../../platform/mail/mail-content.ts'
import { queueMail } from '../../platform/mail/mail-queue.ts'
import { publishEvent } from '../../platform/outbox/outbox.ts'
import type { ProviderDispute, ProviderRefund } from '../../providers/cards/card-provider.ts'
import { ofInvoice } from '../../invoices/invoice-mails.ts'
import { receiptRecipients } from '../receipts/receipt.ts'
import { paymentOfEvent, type PaidAttempt } from './attempt.ts'

/** A line for history and subject, and further lines for the mail. */
type Words = [description: string, ...more: string[]]

const doNotPay = 'You do not need to pay this invoice unless we ask you to again.'

/**
 * Reports a new state of a refund: always in the history, and by mail and event if money moved. A refund that failed
 * before the portal first saw it is not reported.
 */
export async function notifyRefund(
  tx: Tx,
  attempt: PaidAttempt,
  { id, state, amountCents }: ProviderRefund,
  { before, wentBack }: { before: string | undefined; wentBack: number },
): Promise<void> {
  if (state === 'failed' && before === undefined) return
  const [description, ...more] = refundWords[state](
    formatMoney(amountCents, 'USD'),
    attempt.invoiceNumber,
  )
  await enter(tx, attempt, 'Refund', description)
  if (wentBack === 0) return
  await mail(tx, attempt, `refund ${id} ${state}`, amountCents, [description, ...more])
  await publishEvent(tx, {
    accountId: attempt.accountId,
    type: wentBack > 0 ? 'invoice.payment.refunded' : 'invoice.payment.refund_failed',
    data: {
      ...paymentOfEvent(attempt, amountCents),
      refundId: id,
      remainingCents: await netCents(tx, attempt),
    },
  })
}

const refundWords: Record<ProviderRefund['state'], (amount: string, invoice: string) => Words> = {
  pending: (amount, invoice) => [
    `A refund of ${amount} of the payment of invoice ${invoice} is in progress`,
  ],
  succeeded: (amount, invoice) => [
    `Refunded ${amount} of the payment of invoice ${invoice}`,
    'The money goes back to the card the invoice was paid with; banks need a few days.',
    doNotPay,
  ],
  failed: (amount, invoice) => [
    `The refund of ${amount} of the payment of invoice ${invoice} failed`,
    'The bank of the card did not take the money, so the payment counts in full again. Please contact us about another way to refund you.',
  ],
}

/**
 * Reports a new state of a dispute in history, mail and event. A dispute that was won before the portal first saw it is
 * not reported.
 */
export async function notifyDispute(
  tx: Tx,
  attempt: PaidAttempt,
  { id, state, amountCents }: ProviderDispute,
  before: string | undefined,
): Promise<void> {
  if (state === 'won' && before === undefined) return
  const told = state === 'won' && before === 'lost' ? 'wonAfterAll' : state
  const words = disputeWords[told](formatMoney(amountCents, 'USD'), attempt.invoiceNumber)
  await enter(tx, attempt, 'Dispute', words[0])
  await mail(tx, attempt, `dispute ${id} ${state}`, amountCents, words)
  await publishEvent(tx, {
    accountId: attempt.accountId,
    type: 'invoice.payment.disputed',
    data: {
      ...paymentOfEvent(attempt, amountCents),
      disputeId: id,
      state,
      remainingCents: await netCents(tx, attempt),
    },
  })
}

const disputeWords: Record<
  ProviderDispute['state'] | 'wonAfterAll',
  (amount: string, invoice: string) => Words
> = {
  open: (amount, invoice) => [
    `The payment of invoice ${invoice} (${amount}) is disputed by the card's bank`,
    'The invoice will not be charged again until the bank has decided.',
  ],
  won: (amount, invoice) => [
    `The dispute of the payment of invoice ${invoice} (${amount}) was closed: the payment stands`,
  ],
  lost: (amount, invoice) => [
    `The bank took back ${amount} of the payment of invoice ${invoice}`,
    doNotPay,
  ],
  wonAfterAll: (amount, invoice) => [
    `The bank returned ${amount} of the payment of invoice ${invoice} to us: the payment counts again`,
  ],
}

/** Returns what remains of the payment: zero if the bank took back more than was paid. */
async function netCents(tx: Tx, { accountId, id }: PaidAttempt): Promise<number> {
  const left = await tx.one<{ cents: number }>(sql`
    select greatest(payment_net_cents(${accountId}, ${id}), 0) as cents`)
  return left!.cents
}

async function enter(
  tx: Tx,
  { accountId, id }: PaidAttempt,
  entryType: HistoryEntry['entryType'],
  description: string,
): Promise<void> {
  const entry = { category: 'Payment', entryType, description, paymentId: id } as const
  await recordHistory(tx, systemAuthor(accountId, 'Card provider'), entry)
}

async function mail(
  tx: Tx,
  { accountId, id, actorId, invoiceNumber }: PaidAttempt,
  about: string,
  amountCents: number,
  [description, ...more]: Words,
): Promise<void> {
  await queueMail(tx, {
    accountId,
    about,
    kind: 'refunds',
    recipients: await receiptRecipients(tx, accountId, actorId, [invoiceNumber]),
    subject: description.replace(invoiceNumber, () => named(invoiceNumber)),
    heading: description.replace(invoiceNumber, () => named(invoiceNumber)),
    preview: more[0] ?? `Payment reference: ${id}`,
    facts: [
      ['Invoice', invoiceNumber],
      ['Amount', formatMoney(amountCents, 'USD')],
      ['Payment reference', id],
    ],
    ...ofInvoice(invoiceNumber),
    readersOf: [invoiceNumber],
    notes: more,
  })
}
