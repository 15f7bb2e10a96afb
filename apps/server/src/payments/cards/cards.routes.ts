import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyBaseLogger } from 'fastify'
import { Type } from 'typebox'
import {
  AddCardAnswer,
  AddCardQuery,
  Card,
  CardQuery,
  DefaultCard,
  NoDefaultCard,
} from '@portal/domain/payments/cards.schema'
import { CompanyFilter, ErrorAnswer } from '@portal/domain/session/session.schema'
import type { Deps } from '../../deps.ts'
import { Refusal } from '../../platform/refusal.ts'
import { readInScope, scopeOf } from '../../platform/scope.ts'
import { CardDecline, UnknownCustomer } from '../../providers/cards/card-provider.ts'
import { findDefaultCard, listCards } from './cards.queries.ts'
import { addCard, removeCard, setDefaultCard, type CardDeps } from './change-cards.ts'

export const cardRoutes: FastifyPluginAsyncTypebox<CardDeps> = async (app, deps) => {
  const config = { access: 'PayInvoices' } as const

  app.get(
    '/payment/card',
    { config, schema: { querystring: CompanyFilter, response: { 200: Type.Array(Card) } } },
    (request) => {
      const scope = scopeOf(request)
      return readInScope(deps.db, scope, (tx) => listCards(tx, scope.accountId))
    },
  )

  app.get(
    '/payment/card/default',
    {
      config,
      schema: {
        querystring: CompanyFilter,
        response: { 200: Type.Union([DefaultCard, NoDefaultCard]) },
      },
    },
    async (request) => {
      const scope = scopeOf(request)
      const card = await readInScope(deps.db, scope, (tx) => findDefaultCard(tx, scope.accountId))
      if (!card) return { data: null, message: 'No default card on file.' }
      const { last4Digits, expirationMonth, expirationYear, brand } = card
      return { last4: last4Digits, expMonth: expirationMonth, expYear: expirationYear, brand }
    },
  )

  app.post(
    '/payment/card',
    {
      config,
      schema: { querystring: AddCardQuery, response: { 200: AddCardAnswer, 402: ErrorAnswer } },
    },
    async (request, reply) => {
      try {
        return await addCard(deps, scopeOf(request), request.query.stripeToken)
      } catch (error) {
        if (!(error instanceof CardDecline)) throw whyUnsaved(error, deps, request.log)
        const { message } = error
        return reply.code(402).send({ message, failureMessage: message })
      }
    },
  )

  app.delete(
    '/payment/card',
    { config, schema: { querystring: CardQuery, response: { 200: Type.Array(Card) } } },
    (request) => removeCard(deps, scopeOf(request), request.query.cardId),
  )

  app.put(
    '/payment/card/default',
    { config, schema: { querystring: CardQuery, response: { 200: Card } } },
    (request) => setDefaultCard(deps, scopeOf(request), request.query.cardId),
  )
}

/** Whether the card was saved is unknown. Adding it again is safe, because the same card is kept once. */
function whyUnsaved(
  error: unknown,
  { cards }: Pick<Deps, 'cards'>,
  log: FastifyBaseLogger,
): unknown {
  if (error instanceof UnknownCustomer || cards.failureOf(error) !== 'noAnswer') return error
  log.warn({ err: error }, 'the card provider did not answer about a new card')
  return new Refusal(
    503,
    'The card provider cannot be reached at the moment, so the card was not added. Please add it again in a few minutes.',
  )
}
