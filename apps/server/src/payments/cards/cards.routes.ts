import type { FastifyBaseLogger, FastifyPluginAsync } from 'fastify'
import { paymentCalls } from '@portal/domain/payments/payments.calls'
import type { Deps } from '../../deps.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { readInScope, scopeOf } from '../../platform/database/scope.ts'
import { serve } from '../../platform/http/serve.ts'
import { CardDecline, UnknownCustomer } from '../../providers/cards/card-provider.ts'
import { findDefaultCard, listCards } from './cards.queries.ts'
import { addCard, removeCard, setDefaultCard, type CardDeps } from './change-cards.ts'

export const cardRoutes: FastifyPluginAsync<CardDeps> = async (app, deps) => {
  serve(app, paymentCalls.listCards, (request) => {
    const scope = scopeOf(request)
    return readInScope(deps.db, scope, (tx) => listCards(tx, scope.accountId))
  })

  serve(app, paymentCalls.getDefaultCard, async (request) => {
    const scope = scopeOf(request)
    const card = await readInScope(deps.db, scope, (tx) => findDefaultCard(tx, scope.accountId))
    if (!card) return { data: null, message: 'No default card on file.' }
    const { last4Digits, expirationMonth, expirationYear, brand } = card
    return { last4: last4Digits, expMonth: expirationMonth, expYear: expirationYear, brand }
  })

  serve(app, paymentCalls.addCard, async (request, reply) => {
    try {
      return await addCard(deps, scopeOf(request), request.query.stripeToken, request.body.shown)
    } catch (error) {
      if (!(error instanceof CardDecline)) throw whyUnsaved(error, deps, request.log)
      const { message } = error
      return reply.code(402).send({ message, failureMessage: message })
    }
  })

  serve(app, paymentCalls.removeCard, (request) =>
    removeCard(deps, scopeOf(request), request.query.cardId),
  )

  serve(app, paymentCalls.setDefaultCard, (request) =>
    setDefaultCard(deps, scopeOf(request), request.query.cardId, request.body.shown),
  )
}

/** Returns why it is unknown whether the card was saved. Adding the card again is safe, because the same card is stored once. */
function whyUnsaved(
  error: unknown,
  { cards }: Pick<Deps, 'cards'>,
  log: FastifyBaseLogger,
): unknown {
  if (error instanceof UnknownCustomer || cards.failureOf(error) !== 'noAnswer') return error
  log.warn({ err: error }, 'the card provider did not respond about a new card')
  return new Refusal(
    503,
    'The card provider cannot be reached at the moment, so the card was not added. Please add it again in a few minutes.',
  )
}
