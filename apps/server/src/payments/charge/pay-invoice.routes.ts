import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import {
  IdempotencyKey,
  BatchQuery,
  InvoiceId,
  NotAppliedAnswer,
  PaymentAnswer,
  PaymentQuery,
} from '@portal/domain/payments/charges.schema'
import { fromCents } from '@portal/domain/kernel/money'
import type { Deps } from '../../deps.ts'
import { findNotApplied } from '../../invoices/not-applied.queries.ts'
import { limitRate } from '../../platform/rate-limit.ts'
import { scopeOf, withScope, type Scope } from '../../platform/scope.ts'
import { payInvoice } from './pay-invoice.ts'

export const idempotencyHeaders = Type.Object({ 'idempotency-key': Type.Optional(IdempotencyKey) })

/** One limit for all ways in which the people of a company start payments. */
export const limitPayments = ({ paymentsDb, config }: Deps, { accountId }: Scope) =>
  limitRate(paymentsDb, `pay ${accountId}`, config.paymentsPerMinute)

export const payInvoiceRoutes: FastifyPluginAsyncTypebox<Deps> = async (app, deps) => {
  app.post(
    '/invoice/:id/payment',
    {
      config: { access: 'PayInvoices' },
      schema: {
        params: InvoiceId,
        querystring: PaymentQuery,
        headers: idempotencyHeaders,
        response: { 200: PaymentAnswer, 202: PaymentAnswer },
      },
    },
    async (request, reply) => {
      const scope = scopeOf(request)
      await limitPayments(deps, scope)
      const answer = await payInvoice(deps, scope, {
        invoiceId: request.params.id,
        requestKey: request.headers['idempotency-key'],
        paymentId: request.query.paymentId,
        payAgainAfter: request.query.payAgainAfter,
        notAppliedUntil: request.query.notAppliedUntil,
        cardId: request.query.cardId,
      })
      return reply.code(answer.status === 'succeeded' ? 200 : 202).send(answer)
    },
  )

  app.get(
    '/payment/not-applied',
    {
      config: { access: 'PayInvoices' },
      schema: { querystring: BatchQuery, response: { 200: NotAppliedAnswer } },
    },
    async (request) => {
      const scope = scopeOf(request)
      const found = await withScope(deps.paymentsDb, scope, (tx) =>
        findNotApplied(tx, scope.accountId, scope.categoryIds),
      )
      if (!found) return null
      const { at, invoiceNumbers, cents } = found
      return {
        at: at.toISOString(),
        invoiceNumbers: [...invoiceNumbers],
        amount: fromCents(cents, 'USD'),
        currencyIsoCode: 'USD',
      }
    },
  )
}
