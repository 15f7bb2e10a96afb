import type { FastifyPluginAsync } from 'fastify'
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import sql, { empty, type Sql } from 'sql-template-tag'
import { paymentCalls } from '@portal/domain/payments/payments.calls'
import type { Deps } from '../../deps.ts'
import { notFound, Refusal } from '../../platform/http/refusal.ts'
import { scopeOf, withScope, type Scope } from '../../platform/database/scope.ts'
import { authorOf } from '../../platform/history/history.ts'
import { serve } from '../../platform/http/serve.ts'
import { findBatch } from './batch-progress.ts'
import { startPayment } from '../charge/pay-invoice.routes.ts'
import { personsOnly } from './batch-run.ts'
import { abortBatch, checkQuestions } from './continue-batch.ts'
import { planPayAll, showPlan } from './plan-pay-all.ts'
import { runBatch } from './run-batch.ts'
import { startBatch, type PayAllWish } from './start-batch.ts'

/** How long "pay all" waits for the end of the batch before it responds with the progress so far. */
const patience = 4000

/** Enough for the ids of all invoices of the largest company. */
const selection = { bodyLimit: 128 * 1024 }
/** Enough for these invoices with the amounts that were shown. */
const confirmation = { bodyLimit: 2 * 1024 * 1024 }

/** Tries several times to take a batch that should be free: booking an event locks the batch for a moment. */
async function take(deps: Deps, { accountId }: Scope, batchId: string, tries: number) {
  for (let tried = 1; !(await runBatch(deps, accountId, batchId, personsOnly)); tried += 1) {
    if (tried === tries) return
    await sleep(200)
  }
}

export const payAllRoutes: FastifyPluginAsync<Deps> = async (app, deps) => {
  const progress = async (scope: Scope, batchId: string) => {
    const batch = await withScope(deps.paymentsDb, scope, (tx) =>
      findBatch(tx, scope, sql`b.id = ${batchId}`),
    )
    if (!batch) throw notFound()
    return batch
  }
  /**
   * AutoPay's batches cannot be continued or stopped here. A batch of another user can be, by a user who sees all of its
   * invoices.
   */
  const requireOfPerson = async (scope: Scope, batchId: string) => {
    const find = (of: Sql) =>
      withScope(deps.paymentsDb, scope, (tx) =>
        findBatch(tx, scope, sql`b.id = ${batchId} and b.autopay_day is null ${of}`),
      )
    const batch = await find(empty)
    if (!batch) throw notFound()
    if (batch.hidden && !(await find(sql`and b.actor_id = ${scope.actor.userId}`)))
      throw new Refusal(
        403,
        'Another person pays these invoices, and you may not see all of them. Only who sees them can go on or stop.',
      )
  }
  const run = async (scope: Scope, batchId: string, tries = 1) => {
    const running = take(deps, scope, batchId, tries).catch((error: unknown) => {
      // A worker continues the batch after the hold of this process expires.
      deps.log.error({ err: error, batchId }, 'a batch was left')
    })
    await Promise.race([running, sleep(patience)])
    return progress(scope, batchId)
  }

  const pay = (scope: Scope, wish: Omit<PayAllWish, 'requestKey'>, key: string | undefined) =>
    startPayment(deps, scope, undefined, async () => {
      const batchId = await startBatch(deps, scope, { ...wish, requestKey: key ?? randomUUID() })
      return run(scope, batchId)
    })
  const plan = (scope: Scope, selected?: readonly string[]) =>
    withScope(deps.paymentsDb, scope, async (tx) => {
      const { categoryIds } = scope
      const { cardLimitCents } = deps.config.page
      return showPlan(await planPayAll(tx, authorOf(scope), categoryIds, cardLimitCents, selected))
    })

  serve(app, paymentCalls.payAll, confirmation, async (request, reply) => {
    const { query, body, headers } = request
    const wish = { ...query, ...body }
    const batch = await pay(scopeOf(request), wish, headers['idempotency-key'])
    return reply.code(batch.status === 'done' ? 200 : 202).send(batch)
  })

  serve(app, paymentCalls.planPayAll, (request) => plan(scopeOf(request)))

  serve(app, paymentCalls.paySelected, confirmation, async (request, reply) => {
    const { invoiceIds: selected, shown } = request.body
    const wish = { ...request.query, selected, shown }
    const batch = await pay(scopeOf(request), wish, request.headers['idempotency-key'])
    return reply.code(batch.status === 'done' ? 200 : 202).send(batch)
  })

  serve(app, paymentCalls.planPaySelected, selection, (request) =>
    plan(scopeOf(request), request.body.invoiceIds),
  )

  serve(app, paymentCalls.continueBatch, async (request, reply) => {
    const scope = scopeOf(request)
    const { batchId } = request.params
    const [asked, batch] = await startPayment(deps, scope, undefined, async () => {
      await requireOfPerson(scope, batchId)
      const asked = await checkQuestions(deps, scope, batchId)
      return [asked, asked ? await progress(scope, batchId) : await run(scope, batchId, 10)]
    })
    if (asked && batch.question?.paymentId === asked.paymentId)
      batch.question = { ...batch.question, ...asked }
    return reply.code(batch.status === 'done' ? 200 : 202).send(batch)
  })

  serve(app, paymentCalls.stopBatch, async (request, reply) => {
    const scope = scopeOf(request)
    const { batchId } = request.params
    await requireOfPerson(scope, batchId)
    await abortBatch(deps, scope, batchId)
    const batch = await run(scope, batchId, 10)
    return reply.code(batch.status === 'done' ? 200 : 202).send(batch)
  })

  serve(app, paymentCalls.getCurrentBatch, async (request) => {
    const scope = scopeOf(request)
    const recent = sql`
        (b.finished_at is null or b.created_at > now() - interval '1 day') and b.autopay_day is null`
    return (await withScope(deps.paymentsDb, scope, (tx) => findBatch(tx, scope, recent))) ?? null
  })

  serve(app, paymentCalls.getBatch, (request) => progress(scopeOf(request), request.params.batchId))
}
