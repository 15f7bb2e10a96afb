import sql from 'sql-template-tag'
import { setTimeout as sleep } from 'node:timers/promises'
import { changedAmount, type ShownAmount } from '@portal/domain/kernel/shown'
import type { PaymentAnswer } from '@portal/domain/payments/charges.schema'
import { fromCents } from '@portal/domain/kernel/money'
import type { Deps } from '../../deps.ts'
import { requireCharging } from './charging-stop.ts'
import { authorOf } from '../../platform/history/history.ts'
import { notFound, Refusal } from '../../platform/http/refusal.ts'
import { claimKey, keyOfOtherContent } from '../../platform/http/request-key.ts'
import { withScope, type Scope } from '../../platform/database/scope.ts'
import { endings, pendingMessage, waitingMessage, withAdvice, type Attempt } from './attempt.ts'
import { findAttemptState, selectAttempts, type AttemptStanding } from './attempts.queries.ts'
import { chargeOpened } from './charge-opened.ts'
import { openPayment } from './open-payment.ts'
import type { PaymentOrder } from './payment-rules.ts'
import { checkEarlierPayments } from './check-earlier-payments.ts'
import { endWaiting, findWaiting, checkWaiting } from './waiting-payment.ts'
import { visibleCategories } from '../../session/visible-categories.ts'

export interface PaymentWish {
  invoiceId: string
  /** A repeat with the same key gets the response of the first call. */
  requestKey?: string | undefined
  /** Continues only this payment, after its payer has been to the bank. */
  paymentId?: string | undefined
  /** The payer confirmed paying again although money was returned until this time. */
  payAgainAfter?: string | undefined
  /** The payer confirmed paying despite money that was paid until this time and is not applied. */
  notAppliedUntil?: string | undefined
  /** The announced transfer despite which the payer confirmed paying. */
  noticeId?: string | undefined
  /** What the payer saw; undefined for a program that shows nothing. */
  shown?: ShownAmount | undefined
  /** The card to charge; by default the default card. */
  cardId?: string | undefined
}

/**
 * Pays one invoice. If the card's bank requires a confirmation, the response has the data for the browser, and the next call
 * continues the same payment. Throws a Refusal when the rule, another payment or the bank refuses.
 */
export async function payInvoice(
  deps: Deps,
  scope: Scope,
  wish: PaymentWish,
): Promise<PaymentAnswer> {
  const known = await knownPayment(deps, scope, wish)
  if (known) return resumePayment(deps, scope, known)
  if (wish.paymentId) throw notFound()
  const waiting = await withScope(deps.paymentsDb, scope, async (tx) => {
    // Continuing a payment requires charging to be on, like starting one.
    await requireCharging(tx)
    return findWaiting(tx, scope, wish)
  })
  if (waiting) {
    const { amountCents } = waiting.attempt
    const isOther = wish.shown && changedAmount(wish.shown, amountCents, 'USD') !== undefined
    const clientSecret =
      waiting.isWanted && !isOther
        ? await checkWaiting(deps, waiting.attempt)
        : await endWaiting(deps, waiting.attempt, endings.replaced)
    const standing = await standingOf(deps, scope, waiting.attempt.id)
    // A payment that ended without a charge leaves the invoice free: this click starts a new attempt.
    if (standing.state !== 'failed') return answerOf(standing, clientSecret)
  }
  return startPayment(deps, scope, wish)
}

async function startPayment(deps: Deps, scope: Scope, wish: PaymentWish): Promise<PaymentAnswer> {
  await checkEarlierPayments(deps, scope, wish.invoiceId)
  const order: PaymentOrder = {
    author: authorOf(scope),
    limitCents: deps.config.page.cardLimitCents,
    categoryIds: scope.categoryIds,
    onSession: true,
    cardId: wish.cardId,
    shown: wish.shown,
    requestKey: wish.requestKey,
    noticeId: wish.noticeId,
    payAgainAfter: wish.payAgainAfter ? new Date(wish.payAgainAfter) : undefined,
    notAppliedUntil: wish.notAppliedUntil ? new Date(wish.notAppliedUntil) : undefined,
  }
  const opened = await withScope(deps.paymentsDb, scope, async (tx) => {
    await claimKey(tx, scope, wish.requestKey, contentOf(wish))
    return openPayment(tx, order, wish.invoiceId)
  }).catch(async (refusal: unknown) => {
    // Of two simultaneous calls with one key, the second waits for the response of the first.
    const first = await knownPayment(deps, scope, wish)
    if (!first) throw refusal
    return { first }
  })
  if ('first' in opened) return resumePayment(deps, scope, opened.first)
  await deps.checkpoint('opened')
  const { intents } = await chargeOpened(deps, order, [opened])
  await deps.checkpoint('settled')
  const clientSecret = intents.get(opened.id)?.clientSecret ?? undefined
  return answerOf(await standingOf(deps, scope, opened.id), clientSecret)
}

/** Returns the current state of a started payment; while it waits for its payer, the provider is asked. */
async function resumePayment(deps: Deps, scope: Scope, attempt: Attempt): Promise<PaymentAnswer> {
  const clientSecret =
    attempt.state === 'requires_action' ? await checkWaiting(deps, attempt) : undefined
  return answerOf(await standingOf(deps, scope, attempt.id), clientSecret)
}

/** Reads the state again: an event or the reconciler may have settled the payment first. */
async function standingOf(deps: Deps, scope: Scope, id: string): Promise<AttemptStanding> {
  const standing = await withScope(deps.paymentsDb, scope, (tx) =>
    findAttemptState(tx, sql`p.account_id = ${scope.accountId} and p.id = ${id}`),
  )
  // Commits were lost during the payment; the next comparison with the provider finds the outcome.
  if (!standing)
    throw new Refusal(
      503,
      'The outcome of this payment is not known yet. You will not be charged twice. Please check the invoice again in a few minutes.',
    )
  return standing
}

/** The content to which an idempotency key belongs. */
const contentOf = ({ invoiceId, cardId, shown }: PaymentWish) => ({
  call: 'payInvoice',
  invoiceId,
  cardId,
  shown,
})

/**
 * Returns the named payment, or the one that an earlier call with the same key created, when it has an outcome (15 s at
 * most). Throws a Refusal if the key belongs to another payment.
 */
async function knownPayment(
  deps: Deps,
  scope: Scope,
  wish: PaymentWish,
): Promise<Attempt | undefined> {
  const { invoiceId, requestKey, paymentId } = wish
  if (!requestKey && !paymentId) return undefined
  const { accountId, actor } = scope
  const isKnown = paymentId
    ? sql`p.invoice_id = ${invoiceId} and p.id = ${paymentId} ${visibleCategories(scope)}`
    : sql`p.actor_id = ${actor.userId} and p.request_key = ${requestKey}`
  const condition = sql`p.account_id = ${accountId} and ${isKnown}`
  for (let waited = 0; ; waited += 250) {
    const known = await withScope(deps.paymentsDb, scope, async (tx) => {
      const [found] = await selectAttempts(tx, condition)
      if (found && !paymentId && waited === 0)
        await claimKey(tx, scope, requestKey, contentOf(wish))
      return found
    })
    // A payment from before keys were stored with their content.
    if (known && known.invoiceId !== invoiceId) throw keyOfOtherContent()
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
