import type { FastifyPluginAsync } from 'fastify'
import sql from 'sql-template-tag'
import { fromCents } from '@portal/domain/kernel/money'
import { paymentCalls } from '@portal/domain/payments/payments.calls'
import type { Deps } from '../../deps.ts'
import { findQuestion } from '../../invoices/not-applied.queries.ts'
import { readOpenCredits } from '../../invoices/open-credits.queries.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { limitRate } from '../../platform/http/rate-limit.ts'
import { readInScope, scopeOf, withScope, type Scope } from '../../platform/database/scope.ts'
import { serve } from '../../platform/http/serve.ts'
import { logStep } from '../../platform/log/steps.ts'
import { payInvoice } from './pay-invoice.ts'

/**
 * One limit for all ways in which a company's users start payments. A refusal is logged, because nothing else records a
 * payment that never began.
 */
export async function startPayment<T>(
  { paymentsDb, config }: Deps,
  scope: Scope,
  invoiceId: string | undefined,
  start: () => Promise<T>,
): Promise<T> {
  const { accountId } = scope
  try {
    await limitRate(paymentsDb, 'pay', accountId, config.paymentsPerMinute)
    return await start()
  } catch (error) {
    // A decline is logged elsewhere.
    if (error instanceof Refusal && error.statusCode !== 402) {
      const { statusCode, message, inLog = message } = error
      const invoice = await withScope(paymentsDb, scope, (tx) =>
        tx.one<{ invoiceNumber: string }>(
          sql`select invoice_number as "invoiceNumber" from invoice where account_id = ${accountId} and id = ${invoiceId}`,
        ),
      ).catch(() => undefined)
      logStep('payment.refused', { accountId, ...invoice, code: String(statusCode), reason: inLog })
    }
    throw error
  }
}

export const payInvoiceRoutes: FastifyPluginAsync<Deps> = async (app, deps) => {
  serve(app, paymentCalls.payInvoice, async (request, reply) => {
    const scope = scopeOf(request)
    const invoiceId = request.params.id
    const requestKey = request.headers['idempotency-key']
    const answer = await startPayment(deps, scope, invoiceId, () =>
      payInvoice(deps, scope, { invoiceId, requestKey, ...request.query, ...request.body }),
    )
    return reply.code(answer.status === 'succeeded' ? 200 : 202).send(answer)
  })

  serve(app, paymentCalls.listOpenCredits, (request) => {
    const scope = scopeOf(request)
    return readInScope(deps.paymentsDb, scope, (tx) =>
      readOpenCredits(tx, scope, request.query.invoiceId),
    )
  })

  serve(app, paymentCalls.getNotApplied, async (request) => {
    const scope = scopeOf(request)
    const { invoiceId } = request.query
    const found = await withScope(deps.paymentsDb, scope, (tx) =>
      findQuestion(tx, scope.accountId, scope.categoryIds, invoiceId),
    )
    if (!found) return null
    const { at, invoiceNumbers, cents, question } = found
    return {
      question,
      at: at.toISOString(),
      invoiceNumbers: [...invoiceNumbers],
      amount: fromCents(cents, 'USD'),
      currencyIsoCode: 'USD',
    }
  })
}
