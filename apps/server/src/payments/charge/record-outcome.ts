import { randomUUID } from 'node:crypto'
import sql from 'sql-template-tag'
import { decimalString } from '@portal/domain/kernel/money'
import { stoppingDeclines } from '@portal/domain/payments/autopay'
import type { Tx } from '../../platform/database/database.ts'
import { eventAuthor, recordHistory } from '../../platform/history/history.ts'
import { publishEvent } from '../../platform/outbox/outbox.ts'
import type { ChargeFailure } from '../../providers/cards/card-provider.ts'
import { endings, paymentOfEvent, type Attempt } from './attempt.ts'
import { mailFailure, mailReceipt } from '../receipts/receipt.ts'

/** Records all consequences of a payment that has just succeeded, in the same transaction. */
export async function recordSuccess(tx: Tx, attempt: Attempt): Promise<void> {
  const { accountId, id, invoiceId, invoiceNumber, amountCents } = attempt
  // The company owes less; the card provider owes more to the portal's operator.
  await tx.run(sql`
    insert into ledger_entry (account_id, transaction_id, ledger_account, invoice_id, payment_id, amount_cents, currency)
    select ${accountId}, ${randomUUID()}, side.ledger_account, ${invoiceId}, ${id}, side.sign * ${amountCents}::bigint, 'USD'
      from (values ('receivable', -1), ('card_clearing', 1)) as side (ledger_account, sign)`)
  await recordHistory(tx, attempt.author, {
    category: 'Payment',
    entryType: 'Card Payment',
    description: `Paid invoice ${invoiceNumber}: ${decimalString(amountCents, 'USD')} USD`,
    paymentId: id,
  })
  if (await isToldAlone(tx, attempt)) await mailReceipt(tx, attempt)
  await publishEvent(tx, { accountId, type: 'invoice.payment.succeeded', data: ofPayment(attempt) })
}

/** Records all consequences of a payment that has just failed, whichever process detected it. */
export async function recordFailure(
  tx: Tx,
  attempt: Attempt,
  failure: ChargeFailure,
): Promise<void> {
  const { code, message } = failure
  const { accountId, invoiceNumber, providerCardId } = attempt
  // Repeating such a decline daily would count against the provider at the card's bank.
  if ((stoppingDeclines as readonly string[]).includes(code))
    await tx.run(sql`
      update card set stopped_code = ${code} where account_id = ${accountId} and provider_card_id = ${providerCardId}`)
  await recordHistory(tx, attempt.author, {
    category: 'Payment',
    entryType: 'Payment Failed',
    description: `Payment of invoice ${invoiceNumber} failed: ${message}`,
    paymentId: attempt.id,
  })
  // The payer replaced this payment, and the mail is about the new payment.
  if (code !== endings.replaced.code && (await isToldAlone(tx, attempt)))
    await mailFailure(tx, attempt, message)
  await publishEvent(tx, {
    accountId,
    type: 'invoice.payment.failed',
    data: { ...ofPayment(attempt), failureCode: code, failureMessage: message },
  })
}

/**
 * Whether the payment gets its own mail. A running batch sends one mail about all its payments at its end, and adopted
 * payments are in a summary. The caller locks the batch, so that no payment is in two mails.
 */
async function isToldAlone(tx: Tx, { accountId, batchId, isAdopted }: Attempt): Promise<boolean> {
  if (isAdopted) return false
  if (!batchId) return true
  const running = await tx.one(sql`
    select id from payment_batch where account_id = ${accountId} and id = ${batchId} and finished_at is null`)
  return running === undefined
}

const ofPayment = (attempt: Attempt) => ({
  ...paymentOfEvent(attempt, attempt.amountCents),
  batchId: attempt.batchId,
  paidBy: eventAuthor(attempt.author),
})
