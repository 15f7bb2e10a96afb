import { randomUUID } from 'node:crypto'
import sql from 'sql-template-tag'
import { decimalString } from '@portal/domain/kernel/money'
import { stoppingDeclines } from '@portal/domain/payments/autopay'
import type { Tx } from '../platform/database.ts'
import { eventAuthor, recordHistories } from '../platform/history.ts'
import { publishEvents } from '../platform/outbox.ts'
import { paymentOfEvent, type Attempt } from './attempt.ts'
import { mailReceipts } from './receipt.ts'

/** Everything that follows from payments of one company that have just succeeded, in their transaction. */
export async function recordSuccesses(
  tx: Tx,
  attempts: readonly Attempt[],
  runningBatches: ReadonlySet<string>,
): Promise<void> {
  if (attempts.length === 0) return
  // What the company owes goes down; what the card provider owes us goes up.
  await tx.run(sql`
    insert into ledger_entry (account_id, transaction_id, ledger_account, invoice_id, payment_id, amount_cents, currency)
    select account_id, transaction_id, side.ledger_account, invoice_id, payment_id, side.sign * cents, 'USD'
      from unnest(${attempts.map(({ accountId }) => accountId)}::text[],
                  ${attempts.map(() => randomUUID())}::uuid[],
                  ${attempts.map(({ invoiceId }) => invoiceId)}::bigint[],
                  ${attempts.map(({ id }) => id)}::uuid[],
                  ${attempts.map(({ amountCents }) => amountCents)}::bigint[])
           as paid (account_id, transaction_id, invoice_id, payment_id, cents),
           (values ('receivable', -1), ('card_clearing', 1)) as side (ledger_account, sign)`)
  await recordHistories(
    tx,
    attempts.map(({ author, invoiceNumber, amountCents, id }) => ({
      author,
      entry: {
        category: 'Payment',
        entryType: 'Card Payment',
        description: `Paid invoice ${invoiceNumber}: ${decimalString(amountCents)} USD`,
        paymentId: id,
      },
    })),
  )
  await mailReceipts(tx, attempts, runningBatches)
  await publishEvents(
    tx,
    attempts.map((attempt) => ({
      accountId: attempt.accountId,
      type: 'invoice.payment.succeeded',
      data: ofPayment(attempt),
    })),
  )
}

export interface Failure {
  code: string
  message: string
}

/** The same for payments that have just failed. */
export async function recordFailures(
  tx: Tx,
  failures: readonly { attempt: Attempt; failure: Failure }[],
): Promise<void> {
  if (failures.length === 0) return
  // Trying such a card again tomorrow would only anger its bank.
  const stopped = new Map(
    failures
      .filter(({ failure }) => (stoppingDeclines as readonly string[]).includes(failure.code))
      .map(({ attempt, failure }) => [attempt.providerCardId, { ...attempt, code: failure.code }]),
  )
  for (const { accountId, providerCardId, code } of stopped.values())
    await tx.run(sql`
      update card set stopped_code = ${code}
       where account_id = ${accountId} and provider_card_id = ${providerCardId}`)
  await recordHistories(
    tx,
    failures.map(({ attempt, failure }) => ({
      author: attempt.author,
      entry: {
        category: 'Payment',
        entryType: 'Payment Failed',
        description: `Payment of invoice ${attempt.invoiceNumber} failed: ${failure.message}`,
      },
    })),
  )
  await publishEvents(
    tx,
    failures.map(({ attempt, failure }) => ({
      accountId: attempt.accountId,
      type: 'invoice.payment.failed',
      data: {
        ...ofPayment(attempt),
        failureCode: failure.code,
        failureMessage: failure.message,
      },
    })),
  )
}

const ofPayment = (attempt: Attempt) => ({
  ...paymentOfEvent(attempt, attempt.amountCents),
  batchId: attempt.batchId,
  paidBy: eventAuthor(attempt.author),
})
