import sql from 'sql-template-tag'
import { setTimeout as sleep } from 'node:timers/promises'
import type { PaymentAnswer } from '@portal/domain/payments/charges.schema'
import type { Deps } from '../deps.ts'
import { authorOf } from '../platform/history.ts'
import { Refusal } from '../platform/refusal.ts'
import { withScope, type Scope } from '../platform/scope.ts'
import { pendingMessage } from './attempt.ts'
import { findAttemptState, type AttemptState } from './attempts.queries.ts'
import { chargeAttempt } from './charge-attempt.ts'
import { openPayment } from './open-payment.ts'
import { settleOrLeave } from './settle-payment.ts'

/**
 * Pays one invoice with the default card: written down, charged, settled. Throws a Refusal when the rule,
 * another payment or the bank says no. The same `requestKey` gets the answer of the first call with it.
 */
export async function payInvoice(
  deps: Deps,
  scope: Scope,
  invoiceId: string,
  requestKey: string | undefined,
): Promise<PaymentAnswer> {
  const repeated = await repeatedRequest(deps, scope, invoiceId, requestKey)
  if (repeated) return answerOf(repeated)
  const { paymentsDb, config } = deps
  const attempt = await withScope(paymentsDb, scope, (tx) =>
    openPayment(tx, {
      author: authorOf(scope),
      invoiceId,
      limitCents: config.page.cardLimitCents,
      categoryIds: scope.categoryIds,
      requestKey,
    }),
  ).catch(async (refusal: unknown) => {
    // Two calls with one key at once: the one that came second waits for the first one's answer.
    const first = await repeatedRequest(deps, scope, invoiceId, requestKey)
    if (!first) throw refusal
    return first
  })
  if ('state' in attempt) return answerOf(attempt)
  await deps.checkpoint('opened')
  const outcome = await chargeAttempt(deps, attempt)
  await deps.checkpoint('charged')
  await settleOrLeave(deps, attempt, outcome)
  await deps.checkpoint('settled')
  // Read back: an event or the reconciler may have settled it first, and theirs is then the truth.
  const settled = await findState(deps, scope, sql`p.id = ${attempt.id}`)
  if (!settled) throw new Error('the attempt is not there')
  return answerOf(settled)
}

function findState(deps: Deps, scope: Scope, condition: ReturnType<typeof sql>) {
  return withScope(deps.paymentsDb, scope, (tx) =>
    findAttemptState(tx, sql`p.account_id = ${scope.accountId} and ${condition}`),
  )
}

/** The attempt an earlier call with the same key has made, once it has an answer (15 s at most). */
async function repeatedRequest(
  deps: Deps,
  scope: Scope,
  invoiceId: string,
  requestKey: string | undefined,
): Promise<AttemptState | undefined> {
  if (!requestKey) return undefined
  const { userId } = scope.actor
  const ofKey = sql`p.actor_id = ${userId} and p.request_key = ${requestKey} and p.invoice_id = ${invoiceId}`
  for (let waited = 0; ; waited += 250) {
    const earlier = await findState(deps, scope, ofKey)
    if (earlier?.state !== 'submitted' || waited >= 15_000) return earlier
    await sleep(250)
  }
}

function answerOf(attempt: AttemptState): PaymentAnswer {
  if (attempt.state === 'failed')
    throw new Refusal(402, attempt.failureMessage ?? 'Payment failed.')
  const succeeded = attempt.state === 'succeeded'
  return {
    id: attempt.id,
    status: succeeded ? 'succeeded' : 'pending',
    invoiceNumber: attempt.invoiceNumber,
    amount: attempt.amountCents / 100,
    currencyIsoCode: 'USD',
    message: succeeded ? 'Payment Successful' : pendingMessage,
  }
}
