import { randomUUID } from 'node:crypto'
import sql from 'sql-template-tag'
import { decimalString } from '@portal/domain/kernel/money'
import { stoppingDeclines } from '@portal/domain/payments/autopay'
import type { Tx } from '../../platform/database.ts'
import { eventAuthor, recordHistories, type Author } from '../../platform/history.ts'
import { publishEvents } from '../../platform/outbox.ts'
import { paymentOfEvent, type Attempt } from './attempt.ts'
import { mailReceipts } from '../receipts/receipt.ts'

/** Everything that follows from payments of one company that have just succeeded, in their transaction. */
export async function recordSuccesses(
  tx: Tx,
  accountId: string,
  attempts: readonly Attempt[],
  runningBatches: ReadonlySet<string>,
): Promise<void> {
  if (attempts.length === 0) return
  // What the company owes goes down; what the card provider owes us goes up.
  await tx.run(sql`
    insert into ledger_entry (account_id, transaction_id, ledger_account, invoice_id, payment_id, amount_cents, currency)
    select ${accountId}, transaction_id, side.ledger_account, invoice_id, payment_id, side.sign * cents, 'USD'
      from unnest(${attempts.map(() => randomUUID())}::uuid[],
                  ${attempts.map(({ invoiceId }) => invoiceId)}::bigint[],
                  ${attempts.map(({ id }) => id)}::uuid[],
                  ${attempts.map(({ amountCents }) => amountCents)}::bigint[])
           as paid (transaction_id, invoice_id, payment_id, cents),
           (values ('receivable', -1), ('card_clearing', 1)) as side (ledger_account, sign)`)
  for (const [author, paid] of byAuthor(attempts))
    await recordHistories(
      tx,
      author,
      paid.map(({ invoiceNumber, amountCents, id }) => ({
        category: 'Payment',
        entryType: 'Card Payment',
        description: `Paid invoice ${invoiceNumber}: ${decimalString(amountCents)} USD`,
        paymentId: id,
      })),
    )
  await mailReceipts(tx, attempts, runningBatches)
  await publishEvents(tx, accountId, 'invoice.payment.succeeded', attempts.map(ofPayment))
}

export interface Failure {
  code: string
  message: string
}

export type FailedAttempt = Attempt & { failure: Failure }

/** The same for payments that have just failed. */
export async function recordFailures(
  tx: Tx,
  accountId: string,
  failures: readonly FailedAttempt[],
): Promise<void> {
  if (failures.length === 0) return
  // Trying such a card again tomorrow would only anger its bank.
  const stopped = new Map(
    failures
      .filter(({ failure }) => (stoppingDeclines as readonly string[]).includes(failure.code))
      .map(({ providerCardId, failure }) => [providerCardId, failure.code]),
  )
  for (const [cardId, code] of stopped)
    await tx.run(sql`
      update card set stopped_code = ${code} where account_id = ${accountId} and provider_card_id = ${cardId}`)
  for (const [author, failed] of byAuthor(failures))
    await recordHistories(
      tx,
      author,
      failed.map(({ invoiceNumber, failure }) => ({
        category: 'Payment',
        entryType: 'Payment Failed',
        description: `Payment of invoice ${invoiceNumber} failed: ${failure.message}`,
      })),
    )
  await publishEvents(
    tx,
    accountId,
    'invoice.payment.failed',
    failures.map((attempt) => ({
      ...ofPayment(attempt),
      failureCode: attempt.failure.code,
      failureMessage: attempt.failure.message,
    })),
  )
}

/** Those of a batch have one author, mostly. */
function byAuthor<A extends Attempt>(attempts: readonly A[]): Iterable<[Author, A[]]> {
  const groups = new Map<string, [Author, A[]]>()
  for (const attempt of attempts) {
    const key = JSON.stringify(attempt.author)
    const group = groups.get(key)
    if (group) group[1].push(attempt)
    else groups.set(key, [attempt.author, [attempt]])
  }
  return groups.values()
}

const ofPayment = (attempt: Attempt) => ({
  ...paymentOfEvent(attempt, attempt.amountCents),
  batchId: attempt.batchId,
  paidBy: eventAuthor(attempt.author),
})
