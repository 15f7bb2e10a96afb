import type { FastifyPluginAsync } from 'fastify'
import { fromCents } from '@portal/domain/kernel/money'
import { paymentCalls } from '@portal/domain/payments/payments.calls'
import type { Deps } from '../../deps.ts'
import { findNotApplied } from '../../invoices/not-applied.queries.ts'
import { limitRate } from '../../platform/rate-limit.ts'
import { scopeOf, withScope, type Scope } from '../../platform/scope.ts'
import { serve } from '../../platform/serve.ts'
import { payInvoice } from './pay-invoice.ts'

/** One limit for all ways in which a company's users start payments. */
export const limitPayments = ({ paymentsDb, config }: Deps, { accountId }: Scope) =>
  limitRate(paymentsDb, 'pay', accountId, config.paymentsPerMinute)

export const payInvoiceRoutes: FastifyPluginAsync<Deps> = async (app, deps) => {
  serve(app, paymentCalls.payInvoice, async (request, reply) => {
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
  })

  serve(app, paymentCalls.getNotApplied, async (request) => {
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
  })
}
