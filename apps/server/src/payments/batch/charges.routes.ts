import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import sql from 'sql-template-tag'
import { Type } from 'typebox'
import {
  BatchId,
  BatchQuery,
  CurrentBatch,
  IdempotencyKey,
  InvoiceId,
  PaymentAnswer,
  PaymentBatch,
  PaymentQuery,
} from '@portal/domain/payments/charges.schema'
import type { Deps } from '../../deps.ts'
import { limitRate } from '../../platform/rate-limit.ts'
import { notFound } from '../../platform/refusal.ts'
import { scopeOf, withScope, type Scope } from '../../platform/scope.ts'
import { findBatch } from './batches.queries.ts'
import { payInvoice } from '../charge/pay-invoice.ts'
import { runBatch } from './run-batch.ts'
import { startBatch } from './start-batch.ts'

/** How long "pay all" waits for its own end before it answers with the progress so far. */
const patience = 4000

const headers = Type.Object({ 'idempotency-key': Type.Optional(IdempotencyKey) })

export const chargeRoutes: FastifyPluginAsyncTypebox<Deps> = async (app, deps) => {
  const config = { access: 'PayInvoices' } as const
  const limitPayments = ({ accountId }: Scope) =>
    limitRate(deps.paymentsDb, `pay ${accountId}`, deps.config.paymentsPerMinute)
  const progress = async (scope: Scope, batchId: string) => {
    const batch = await withScope(deps.paymentsDb, scope, (tx) =>
      findBatch(tx, scope, sql`b.id = ${batchId}`),
    )
    if (!batch) throw notFound()
    return batch
  }

  app.post(
    '/invoice/:id/payment',
    {
      config,
      schema: {
        params: InvoiceId,
        querystring: PaymentQuery,
        headers,
        response: { 200: PaymentAnswer, 202: PaymentAnswer },
      },
    },
    async (request, reply) => {
      const scope = scopeOf(request)
      await limitPayments(scope)
      const answer = await payInvoice(deps, scope, {
        invoiceId: request.params.id,
        requestKey: request.headers['idempotency-key'],
        paymentId: request.query.paymentId,
        payAgainAfter: request.query.payAgainAfter,
      })
      return reply.code(answer.status === 'succeeded' ? 200 : 202).send(answer)
    },
  )

  app.post(
    '/invoice/all-invoices/payment',
    {
      config,
      schema: {
        querystring: BatchQuery,
        headers,
        response: { 200: PaymentBatch, 202: PaymentBatch },
      },
    },
    async (request, reply) => {
      const scope = scopeOf(request)
      await limitPayments(scope)
      const key = request.headers['idempotency-key'] ?? randomUUID()
      const batchId = await startBatch(deps, scope, key)
      const run = runBatch(deps, scope.accountId, batchId).catch((error: unknown) => {
        // The worker goes on with it once this process's hold on it has run out.
        request.log.error({ err: error, batchId }, 'a batch was left')
      })
      await Promise.race([run, sleep(patience)])
      const batch = await progress(scope, batchId)
      return reply.code(batch.status === 'done' ? 200 : 202).send(batch)
    },
  )

  app.get(
    '/invoice/all-invoices/payment',
    { config, schema: { querystring: BatchQuery, response: { 200: CurrentBatch } } },
    async (request) => {
      const scope = scopeOf(request)
      const recent = sql`
        (b.finished_at is null or b.created_at > now() - interval '1 day') and b.autopay_day is null`
      return (await withScope(deps.paymentsDb, scope, (tx) => findBatch(tx, scope, recent))) ?? null
    },
  )

  app.get(
    '/invoice/all-invoices/payment/:batchId',
    {
      config,
      schema: { params: BatchId, querystring: BatchQuery, response: { 200: PaymentBatch } },
    },
    (request) => progress(scopeOf(request), request.params.batchId),
  )
}
