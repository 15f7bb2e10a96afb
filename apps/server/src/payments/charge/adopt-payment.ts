import sql from 'sql-template-tag'
import type { Deps } from '../../deps.ts'
import { bookInvoice } from '../../invoices/book-movements.ts'
import { pauseAutomaticCharging } from './charging-stop.ts'
import type { Tx } from '../../platform/database/database.ts'
import type { ProviderIntent } from '../../providers/cards/card-provider.ts'
import { findAttempt } from './attempts.queries.ts'
import { recordSuccess } from './record-outcome.ts'

/**
 * Inserts or revives the row of an intent whose row is missing or failed: commits were lost, or a second copy of the
 * database is running. The payment then counts like any other, even if the payments exceed what is owed.
 */
export async function adopt(
  deps: Deps,
  tx: Tx,
  intent: ProviderIntent,
  state: 'succeeded' | 'open',
  isKnown: boolean,
): Promise<void> {
  await (isKnown ? revive(tx, intent) : insert(tx, intent))
  await noteUnknown(deps, tx, intent)
  if (state === 'succeeded') await recordAdopted(deps, tx, intent)
  if (!isKnown)
    await pauseAutomaticCharging(
      tx,
      'A payment at the card provider was not in the database, so commits were lost',
    )
}

async function recordAdopted(deps: Deps, tx: Tx, { accountId, attemptId, id }: ProviderIntent) {
  const attempt = (await findAttempt(tx, accountId, attemptId))!
  // No receipt is sent: payments that are found after a restore are mailed in one summary.
  await recordSuccess(tx, attempt)
  await tx.run(sql`
    update payment_attempt set state = 'succeeded', settled_at = now()
     where account_id = ${accountId} and id = ${attemptId}`)
  await bookInvoice(tx, accountId, attempt.invoiceId)
  deps.log.error({ accountId, attemptId, intentId: id }, 'a payment was adopted')
}

async function revive(tx: Tx, { accountId, attemptId, id }: ProviderIntent): Promise<void> {
  await tx.run(sql`
    update payment_attempt
       set state = 'open', settled_at = null, intent_id = ${id}, is_adopted = true, lease_until = now(),
           failure_code = null, failure_message = null
     where account_id = ${accountId} and id = ${attemptId}`)
}

/** Invoice, card and batch are null if they do not exist here. */
async function insert(tx: Tx, intent: ProviderIntent): Promise<void> {
  const { accountId, attemptId, invoiceNumber, cardId } = intent
  await tx.run(sql`
    insert into payment_attempt
      (account_id, id, invoice_id, card_id, invoice_number, amount_cents, currency, is_adopted, intent_id,
       actor_account_id, actor_name, ip_address, created_at, lease_until)
    select ${accountId}, ${attemptId},
           (select id from invoice where account_id = ${accountId} and invoice_number = ${invoiceNumber}),
           (select id from card where account_id = ${accountId} and provider_card_id = ${cardId} limit 1),
           ${invoiceNumber}, ${intent.amountCents}, 'USD', true, ${intent.id},
           ${accountId}, 'Card provider', 'system', to_timestamp(${intent.createdAt / 1000}), now()`)
}

/** Doctor and a metric report unknown intents. */
export async function noteUnknown({ log }: Deps, tx: Tx, intent: ProviderIntent): Promise<void> {
  const { accountId, attemptId, invoiceNumber, amountCents, status, id } = intent
  log.error({ accountId, attemptId, intentId: id, status }, 'an intent was unknown here')
  await tx.run(sql`
    insert into unknown_intent (account_id, intent_id, attempt_id, invoice_number, amount_cents, status)
    values (${accountId}, ${id}, ${attemptId}, ${invoiceNumber}, ${amountCents}, ${status})
        on conflict do nothing`)
}
