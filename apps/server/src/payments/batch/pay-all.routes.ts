import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import sql from 'sql-template-tag'
import {
  BatchId,
  BatchQuery,
  CurrentBatch,
  PaymentBatch,
} from '@portal/domain/payments/charges.schema'
import type { Deps } from '../../deps.ts'
import { notFound } from '../../platform/refusal.ts'
import { scopeOf, withScope, type Scope } from '../../platform/scope.ts'
import { findBatch } from './batches.queries.ts'
import { idempotencyHeaders, limitPayments } from '../charge/pay-invoice.routes.ts'
import { personsOnly } from './batch-run.ts'
import { runBatch } from './run-batch.ts'
import { startBatch } from './start-batch.ts'

/** How long "pay all" waits for its own end before it answers with the progress so far. */
const patience = 4000

export const payAllRoutes: FastifyPluginAsyncTypebox<Deps> = async (app, deps) => {
  const config = { access: 'PayInvoices' } as const
  const progress = async (scope: Scope, batchId: string) => {
    const batch = await withScope(deps.paymentsDb, scope, (tx) =>
      findBatch(tx, scope, sql`b.id = ${batchId}`),
    )
    if (!batch) throw notFound()
    return batch
  }

  app.post(
    '/invoice/all-invoices/payment',
    {
      config,
      schema: {
        querystring: BatchQuery,
        headers: idempotencyHeaders,
        response: { 200: PaymentBatch, 202: PaymentBatch },
      },
    },
    async (request, reply) => {
      const scope = scopeOf(request)
      await limitPayments(deps, scope)
      const key = request.headers['idempotency-key'] ?? randomUUID()
      const batchId = await startBatch(deps, scope, key)
      const run = runBatch(deps, scope.accountId, batchId, personsOnly).catch((error: unknown) => {
        // The worker continues it once the hold of this process has run out.
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
