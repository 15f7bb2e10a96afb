import sql from 'sql-template-tag'
import {
  alignmentOf as decide,
  type Alignment,
  type SeenBy,
} from '@portal/domain/payments/charge-comparison'
import type { Deps } from '../../deps.ts'
import { bookInvoice } from '../../invoices/book-movements.ts'
import { withAccount, type Tx } from '../../platform/database/database.ts'
import type { ProviderIntent } from '../../providers/cards/card-provider.ts'
import { excludeImports } from '../../platform/database/take-turn.ts'
import { adopt, noteUnknown } from './adopt-payment.ts'
import { endings, explain, type Attempt } from './attempt.ts'
import { findAttempt, findRows, holdBatchOf } from './attempts.queries.ts'
import { recordFailure, recordSuccess } from './record-outcome.ts'

/**
 * Compares an intent of this instance with its row, and books, adopts or cancels as the rules require (decision 0029).
 * Called for every intent that a response, a listing, an event or the reconciler returns. Returns the intent's state
 * afterwards. Throws RequestFailed if a cancel has no response.
 */
export async function applyAlignment(
  deps: Deps,
  intent: ProviderIntent,
  seenBy: SeenBy,
): Promise<ProviderIntent> {
  for (let seen = intent, cancels = 0; ; cancels += 1) {
    const { do: done } = await withAccount(deps.paymentsDb, seen.accountId, async (tx) => {
      const alignment = await align(deps, tx, seen, seenBy)
      await deps.checkpoint('settling')
      return alignment
    })
    if (done !== 'cancel') return seen
    // A refused cancel is checked again: the payment may have succeeded in the meantime.
    if (cancels === 3) throw new Error('the intent can neither be canceled nor booked')
    // The metadata of the intent may name a company that was merged into this one.
    seen = { ...(await cancelOrFind(deps, seen)), accountId: intent.accountId }
  }
}

/** Cancels an intent and returns its state: if the cancel is refused, the intent may have been paid. */
export async function cancelOrFind(
  { cards, log }: Pick<Deps, 'cards' | 'log'>,
  intent: ProviderIntent,
): Promise<ProviderIntent> {
  try {
    return await cards.cancelIntent(intent.id)
  } catch (error) {
    log.warn({ err: error, intentId: intent.id }, 'a cancel was refused or has no answer')
    return (await cards.findIntent(intent.id)) ?? { ...intent, status: 'canceled' }
  }
}

async function align(
  deps: Deps,
  tx: Tx,
  intent: ProviderIntent,
  seenBy: SeenBy,
): Promise<Alignment> {
  const { accountId, attemptId } = intent
  // Locks invoices first, then batches, then attempts with the company's revision, as in `openPayments`: with another
  // order, two payers could deadlock.
  if (!(await lockInvoice(tx, intent))) {
    // An import that inserts the invoice at this moment would not see the adopted payment, which is not committed yet.
    await excludeImports(tx)
    await lockInvoice(tx, intent)
  }
  await holdBatchOf(tx, accountId, attemptId)
  const row = (await findRows(tx, accountId, [attemptId], 'lock')).get(attemptId)
  const alignment = decide(row, intent, seenBy)
  if (alignment.do === 'adopt') await adopt(deps, tx, intent, alignment.state, row !== undefined)
  if (alignment.do === 'cancel' && !row) await noteUnknown(deps, tx, intent)
  if (alignment.do === 'report') await report(deps, tx, intent)
  if (alignment.do !== 'store' && alignment.do !== 'book') return alignment
  await tx.run(sql`
    update payment_attempt
       set intent_id = ${intent.id}, was_asked = was_asked or ${intent.status === 'requires_action'}, state = ${intent.status === 'requires_action' ? 'requires_action' : 'open'},
           -- The payer has replied to the bank. The reconciler checks the result, in case the payer does not return.
           lease_until = case state when 'requires_action' then now() else lease_until end
     where account_id = ${accountId} and id = ${attemptId}
       and (intent_id is null or (state = 'requires_action') <> ${intent.status === 'requires_action'})`)
  if (alignment.do === 'book') await book(tx, intent, alignment.outcome)
  return alignment
}

async function lockInvoice(tx: Tx, { accountId, invoiceNumber }: ProviderIntent) {
  const locked = await tx.run(sql`
    select from invoice where account_id = ${accountId} and invoice_number = ${invoiceNumber} for update`)
  return locked > 0
}

/** Ends an open attempt with all its consequences, in the same transaction. */
async function book(
  tx: Tx,
  intent: ProviderIntent,
  outcome: 'succeeded' | 'failed',
): Promise<void> {
  const attempt = (await findAttempt(tx, intent.accountId, intent.attemptId))!
  if (outcome === 'failed') return fail(tx, attempt, intent.decline)
  await recordSuccess(tx, attempt)
  // The company's revision is updated last, because all other payments of the company then wait for it.
  await tx.run(sql`
    update payment_attempt
       set state = 'succeeded', settled_at = now(), failure_code = null, failure_message = null, needs_person = null
     where account_id = ${attempt.accountId} and id = ${attempt.id}`)
  await bookInvoice(tx, attempt.accountId, attempt.invoiceId)
}

/**
 * Ends an open attempt as failed, for the reason that was stored before its intent was canceled, or else for the given reason.
 */
export async function fail(
  tx: Tx,
  attempt: Attempt,
  given: { code: string; message: string } = endings.abandoned,
): Promise<void> {
  const { accountId, id } = attempt
  const noted = await tx.one<{ code: string; message: string }>(sql`
    select failure_code as code, failure_message as message from payment_attempt
     where account_id = ${accountId} and id = ${id} and failure_code is not null`)
  const failure = noted ?? explain(given)
  await recordFailure(tx, attempt, failure)
  await tx.run(sql`
    update payment_attempt
       set state = 'failed', settled_at = now(), needs_person = null,
           failure_code = ${failure.code}, failure_message = ${failure.message}
     where account_id = ${accountId} and id = ${id}`)
}

/**
 * Two intents name one attempt, which the portal's keys should make impossible. Nothing is booked, and a person has to decide.
 */
async function report({ log }: Deps, tx: Tx, { accountId, attemptId, id, status }: ProviderIntent) {
  log.error({ attemptId, intentId: id }, 'a second intent names this attempt')
  await tx.run(sql`
    update payment_attempt set needs_person = ${`A second intent at the provider names this payment: ${id} (${status}).`}
     where account_id = ${accountId} and id = ${attemptId}`)
}
