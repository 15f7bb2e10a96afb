import sql from 'sql-template-tag'
import { decimalString } from '@portal/domain/kernel/money'
import { stoppingDeclines } from '@portal/domain/payments/autopay'
import type { Deps } from '../deps.ts'
import { withAccount, type Tx } from '../platform/database.ts'
import { eventAuthor, recordHistory } from '../platform/history.ts'
import { publishEvent } from '../platform/outbox.ts'
import { paymentOfEvent, type Attempt, type Outcome } from './attempt.ts'
import { authenticationMinutes } from './outcome.ts'
import { mailReceipt } from './receipt.ts'

/**
 * Writes down how an attempt ended, with ledger, history and receipt in the same transaction. The answer,
 * the provider's event and the reconciler may all come here; the first one wins, the others change nothing.
 * Says whether this call was the one.
 */
export async function settlePayment(tx: Tx, attempt: Attempt, outcome: Outcome): Promise<boolean> {
  const { accountId, id } = attempt
  // Invoice first, attempt second, as in `openPayment`: the other order deadlocks two payers.
  await tx.run(sql`
    select from invoice where account_id = ${accountId} and id = ${attempt.invoiceId} for update`)
  if (outcome.state === 'unknown') return markUnknown(tx, attempt, outcome.providerId)
  if (outcome.state === 'requires_action') return markWaiting(tx, attempt, outcome.providerId)
  const failure = outcome.state === 'failed' ? outcome : undefined
  const settled = await tx.run(sql`
    update payment_attempt
       set state = ${outcome.state}, settled_at = now(), needs_person = null,
           provider_id = coalesce(${outcome.providerId}, provider_id),
           failure_code = ${failure?.code ?? null}, failure_message = ${failure?.message ?? null}
     where account_id = ${accountId} and id = ${id} and state in ('submitted', 'unknown', 'requires_action')`)
  if (!settled) return false
  const charged = { ...attempt, providerId: outcome.providerId ?? attempt.providerId }
  if (failure) await recordFailure(tx, charged, failure)
  else await recordSuccess(tx, charged)
  return true
}

/**
 * Settles after the provider has answered. When the database is away or an import holds the invoice, the
 * attempt stays as it is and the reconciler settles it: the charge is at the provider and cannot be lost.
 */
export async function settleOrLeave(deps: Deps, attempt: Attempt, outcome: Outcome): Promise<void> {
  try {
    await withAccount(deps.paymentsDb, attempt.accountId, async (tx) => {
      await settlePayment(tx, attempt, outcome)
      await deps.checkpoint('settling')
    })
  } catch (error) {
    deps.log.error({ err: error, attemptId: attempt.id }, 'a payment is left to the reconciler')
  }
}

async function markUnknown(tx: Tx, { accountId, id }: Attempt, providerId: string | null) {
  const marked = await tx.run(sql`
    update payment_attempt
       set state = 'unknown', provider_id = coalesce(${providerId}, provider_id),
           lease_until = now() + interval '10 seconds'
     where account_id = ${accountId} and id = ${id} and state in ('submitted', 'unknown')`)
  return marked > 0
}

/** The payer has some time to answer the bank; then the reconciler looks whether he or she has. */
async function markWaiting(tx: Tx, { accountId, id }: Attempt, providerId: string) {
  const marked = await tx.run(sql`
    update payment_attempt
       set state = 'requires_action', provider_id = ${providerId},
           lease_until = now() + make_interval(mins => ${authenticationMinutes})
     where account_id = ${accountId} and id = ${id} and state in ('submitted', 'unknown', 'requires_action')`)
  return marked > 0
}

async function recordSuccess(tx: Tx, attempt: Attempt): Promise<void> {
  const { accountId, invoiceId, id, amountCents } = attempt
  // What the company owes goes down; what the card provider owes us goes up.
  await tx.run(sql`
    with entry as (select gen_random_uuid() as transaction_id)
    insert into ledger_entry (account_id, transaction_id, ledger_account, invoice_id, payment_id, amount_cents, currency)
    select ${accountId}, entry.transaction_id, side.ledger_account, ${invoiceId}, ${id}, side.amount_cents, 'USD'
      from entry, (values ('receivable', -${amountCents}::bigint),
                          ('card_clearing', ${amountCents}::bigint)) as side (ledger_account, amount_cents)`)
  await recordHistory(tx, attempt.author, {
    category: 'Payment',
    entryType: 'Card Payment',
    description: `Paid invoice ${attempt.invoiceNumber}: ${decimalString(amountCents)} USD`,
    paymentId: id,
  })
  await mailReceipt(tx, attempt)
  await publishEvent(tx, {
    accountId,
    type: 'invoice.payment.succeeded',
    data: {
      ...paymentOfEvent(attempt, amountCents),
      batchId: attempt.batchId,
      paidBy: eventAuthor(attempt.author),
    },
  })
}

async function recordFailure(
  tx: Tx,
  attempt: Attempt,
  { code, message }: { code: string; message: string },
): Promise<void> {
  // Trying such a card again tomorrow would only anger its bank.
  if ((stoppingDeclines as readonly string[]).includes(code))
    await tx.run(sql`
      update card set stopped_code = ${code}
       where account_id = ${attempt.accountId} and provider_card_id = ${attempt.providerCardId}`)
  await recordHistory(tx, attempt.author, {
    category: 'Payment',
    entryType: 'Payment Failed',
    description: `Payment of invoice ${attempt.invoiceNumber} failed: ${message}`,
  })
  await publishEvent(tx, {
    accountId: attempt.accountId,
    type: 'invoice.payment.failed',
    data: {
      ...paymentOfEvent(attempt, attempt.amountCents),
      batchId: attempt.batchId,
      paidBy: eventAuthor(attempt.author),
      failureCode: code,
      failureMessage: message,
    },
  })
}
