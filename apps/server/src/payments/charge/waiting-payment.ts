import sql from 'sql-template-tag'
import type { Deps } from '../../deps.ts'
import { visibleCategories } from '../../invoices/invoices.queries.ts'
import type { Tx } from '../../platform/database.ts'
import type { Scope } from '../../platform/scope.ts'
import type { Attempt, Outcome } from './attempt.ts'
import { selectAttempts } from './attempts.queries.ts'
import { endCharge, endings, outcomeOf } from './outcome.ts'
import { settleOrLeave } from './settle-payment.ts'

interface Waiting {
  attempt: Attempt
  /** It is this person's, with the card and the amount of today. */
  isWanted: boolean
}

/** The payment of an invoice that waits for its payer to answer the bank. */
export async function findWaiting(
  tx: Tx,
  scope: Scope,
  invoiceId: string,
): Promise<Waiting | undefined> {
  const ofInvoice = sql`
    p.account_id = ${scope.accountId} and p.invoice_id = ${invoiceId} and p.state = 'requires_action'
    ${visibleCategories(scope)}`
  const [attempt] = await selectAttempts(tx, ofInvoice)
  if (!attempt) return undefined
  const wanted = await tx.one(sql`
    select p.id from payment_attempt p
      join invoice i on i.account_id = p.account_id and i.id = p.invoice_id
      join card c on c.account_id = p.account_id and c.id = p.card_id
     where p.account_id = ${scope.accountId} and p.id = ${attempt.id} and p.actor_id = ${scope.actor.userId}
       and p.books_balance_cents = i.books_balance_cents and c.is_default`)
  return { attempt, isWanted: wanted !== undefined }
}

/**
 * Asks the provider where a waiting payment stands and writes it down. Answers the secret to go on with while its
 * payer has not answered; the payer then has the whole time again.
 */
export async function lookAtWaiting(deps: Deps, attempt: Attempt): Promise<string | undefined> {
  const outcome = await askProvider(deps, attempt, async () => {
    const charge = await deps.cards.findCharge({ ...attempt, attemptId: attempt.id })
    return charge && outcomeOf(deps, attempt, charge)
  })
  return outcome?.state === 'requires_action' ? outcome.clientSecret : undefined
}

/** Gives up a payment that another one is to take the place of: by another person, card or amount. */
export async function endWaiting(deps: Deps, attempt: Attempt): Promise<undefined> {
  const { providerId } = attempt
  await askProvider(deps, attempt, async () =>
    providerId ? endCharge(deps, providerId, endings.replaced) : undefined,
  )
}

/** A provider that does not answer leaves the payment as it is. */
async function askProvider(
  deps: Deps,
  attempt: Attempt,
  ask: () => Promise<Outcome | undefined>,
): Promise<Outcome | undefined> {
  const outcome = await ask().catch((error: unknown) => {
    deps.log.warn({ err: error, attemptId: attempt.id }, 'a waiting payment could not be asked for')
    return undefined
  })
  if (outcome) await settleOrLeave(deps, attempt, outcome)
  return outcome
}
