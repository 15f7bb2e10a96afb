import sql from 'sql-template-tag'
import { setTimeout as sleep } from 'node:timers/promises'
import type { PaymentAnswer } from '@portal/domain/payments/charges.schema'
import { fromCents } from '@portal/domain/kernel/money'
import type { Deps } from '../../deps.ts'
import { visibleCategories } from '../../invoices/invoices.queries.ts'
import { requireCharging } from '../../platform/charging.ts'
import { authorOf } from '../../platform/history.ts'
import { notFound, Refusal } from '../../platform/refusal.ts'
import { withScope, type Scope } from '../../platform/scope.ts'
import { endings, pendingMessage, waitingMessage, withAdvice, type Attempt } from './attempt.ts'
import { findAttemptState, selectAttempts, type AttemptStanding } from './attempts.queries.ts'
import { chargeOpened } from './charge-opened.ts'
import { openPayment } from './open-payment.ts'
import type { PaymentOrder } from './payment-rules.ts'
import { lookAtEarlierPayments } from './look-at-earlier-payments.ts'
import { endWaiting, findWaiting, lookAtWaiting } from './waiting-payment.ts'

export interface PaymentWish {
  invoiceId: string
  /** The same key gets the answer of the first call with it. */
  requestKey?: string | undefined
  /** Goes on with this payment only, after its payer has been to the bank. */
  paymentId?: string | undefined
  /** The payer was asked about money that went back until then, and pays again. */
  payAgainAfter?: string | undefined
  /** The payer was asked about money not applied that was paid until then, and pays. */
  notAppliedUntil?: string | undefined
  /** The card to charge; the default one when none is named. */
  cardId?: string | undefined
}

/**
 * Pays one invoice. Where the card's bank asks for its holder,
 * the answer carries what the browser needs, and the next call goes on with the same payment. Throws a Refusal when
 * the rule, another payment or the bank says no.
 */
export async function payInvoice(
  deps: Deps,
  scope: Scope,
  wish: PaymentWish,
): Promise<PaymentAnswer> {
  const known = await knownPayment(deps, scope, wish)
  if (known) return goOn(deps, scope, known)
  if (wish.paymentId) throw notFound()
  const waiting = await withScope(deps.paymentsDb, scope, async (tx) => {
    // A payment that could go on is one that could be made.
    await requireCharging(tx)
    return findWaiting(tx, scope, wish)
  })
  if (waiting) {
    const clientSecret = waiting.isWanted
      ? await lookAtWaiting(deps, waiting.attempt)
      : await endWaiting(deps, waiting.attempt, endings.replaced)
    const standing = await standingOf(deps, scope, waiting.attempt.id)
    // One that ended without money leaves the invoice free: this click is a new try.
    if (standing.state !== 'failed') return answerOf(standing, clientSecret)
  }
  return payAnew(deps, scope, wish)
}

async function payAnew(deps: Deps, scope: Scope, wish: PaymentWish): Promise<PaymentAnswer> {
  await lookAtEarlierPayments(deps, scope, wish.invoiceId)
  const order: PaymentOrder = {
    author: authorOf(scope),
    limitCents: deps.config.page.cardLimitCents,
    categoryIds: scope.categoryIds,
    onSession: true,
    cardId: wish.cardId,
    requestKey: wish.requestKey,
    payAgainAfter: wish.payAgainAfter ? new Date(wish.payAgainAfter) : undefined,
    notAppliedUntil: wish.notAppliedUntil ? new Date(wish.notAppliedUntil) : undefined,
  }
  const opened = await withScope(deps.paymentsDb, scope, (tx) =>
    openPayment(tx, order, wish.invoiceId),
  ).catch(async (refusal: unknown) => {
    // Two calls with one key at once: the one that came second waits for the first one's answer.
    const first = await knownPayment(deps, scope, wish)
    if (!first) throw refusal
    return { first }
  })
  if ('first' in opened) return goOn(deps, scope, opened.first)
  await deps.checkpoint('opened')
  const { intents } = await chargeOpened(deps, order, [opened])
  await deps.checkpoint('settled')
  const clientSecret = intents.get(opened.id)?.clientSecret ?? undefined
  return answerOf(await standingOf(deps, scope, opened.id), clientSecret)
}

/** Where a payment that has been begun stands by now; the provider is asked while it waits for its payer. */
async function goOn(deps: Deps, scope: Scope, attempt: Attempt): Promise<PaymentAnswer> {
  const clientSecret =
    attempt.state === 'requires_action' ? await lookAtWaiting(deps, attempt) : undefined
  return answerOf(await standingOf(deps, scope, attempt.id), clientSecret)
}

/** Read back: an event or the reconciler may have settled it first, and theirs is then the truth. */
async function standingOf(deps: Deps, scope: Scope, id: string): Promise<AttemptStanding> {
  const standing = await withScope(deps.paymentsDb, scope, (tx) =>
    findAttemptState(tx, sql`p.account_id = ${scope.accountId} and p.id = ${id}`),
  )
  // Commits were lost while it was paid; the next look at the provider finds what became of it.
  if (!standing)
    throw new Refusal(
      503,
      'It is not known yet what became of this payment. You will not be charged twice. Please look at the invoice again in a few minutes.',
    )
  return standing
}

/** The payment that is named, or made by an earlier call with the same key, once it has an answer (15 s at most). */
async function knownPayment(
  deps: Deps,
  scope: Scope,
  { invoiceId, requestKey, paymentId }: PaymentWish,
): Promise<Attempt | undefined> {
  if (!requestKey && !paymentId) return undefined
  const { accountId, actor } = scope
  const isKnown = paymentId
    ? sql`p.id = ${paymentId}`
    : sql`p.actor_id = ${actor.userId} and p.request_key = ${requestKey}`
  const condition = sql`
    p.account_id = ${accountId} and p.invoice_id = ${invoiceId} and ${isKnown} ${visibleCategories(scope)}`
  for (let waited = 0; ; waited += 250) {
    const [known] = await withScope(deps.paymentsDb, scope, (tx) => selectAttempts(tx, condition))
    if (known?.state !== 'open' || waited >= 15_000) return known
    await sleep(250)
  }
}

function answerOf(attempt: AttemptStanding, clientSecret: string | undefined): PaymentAnswer {
  if (attempt.state === 'failed')
    throw new Refusal(
      402,
      withAdvice(attempt.failureCode, attempt.failureMessage ?? 'Payment failed.'),
    )
  const about = {
    id: attempt.id,
    invoiceNumber: attempt.invoiceNumber,
    amount: fromCents(attempt.amountCents, 'USD'),
    currencyIsoCode: 'USD',
  }
  if (attempt.state === 'succeeded')
    return { ...about, status: 'succeeded', message: 'Payment Successful' }
  if (attempt.state === 'requires_action' && clientSecret)
    return { ...about, status: 'requires_action', message: waitingMessage, clientSecret }
  return { ...about, status: 'pending', message: pendingMessage }
}
