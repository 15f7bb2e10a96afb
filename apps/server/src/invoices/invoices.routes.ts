import type { FastifyPluginAsync } from 'fastify'
import { invoiceCalls } from '@portal/domain/invoices/invoices.calls'
import type { Deps } from '../deps.ts'
import { notFound } from '../platform/http/refusal.ts'
import { scopeOf, type Scope } from '../platform/database/scope.ts'
import { serve } from '../platform/http/serve.ts'
import { answerCache, answerKey, sendAnswer } from './answer-cache.ts'
import { isChargingOn, readDetail, readList, readTexts } from './invoices.queries.ts'

export const invoiceRoutes: FastifyPluginAsync<Deps> = async (app, deps) => {
  const { db, config } = deps
  const cached = answerCache()
  /** Part of the key, because a stop of charging changes no company. */
  const autoPayOf = async ({ isAutoPayOn }: Scope) => isAutoPayOn && [await isChargingOn(db)]

  serve(app, invoiceCalls.listInvoices, async (request, reply) => {
    const scope = scopeOf(request)
    const { page, perPage } = request.query
    const key = answerKey(scope, 'list', page, perPage, await autoPayOf(scope))
    const list = await cached(scope, key, () => readList(db, scope, request.query))
    return sendAnswer(request, reply, list)
  })

  serve(app, invoiceCalls.listInvoiceTexts, async (request, reply) => {
    const scope = scopeOf(request)
    const { page, perPage } = request.query
    const texts = await cached(scope, answerKey(scope, 'texts', page, perPage), () =>
      readTexts(db, scope, request.query),
    )
    return sendAnswer(request, reply, texts)
  })

  serve(app, invoiceCalls.getInvoice, async (request, reply) => {
    const scope = scopeOf(request)
    const { invoiceNumber } = request.params
    const key = answerKey(scope, 'detail', invoiceNumber, await autoPayOf(scope))
    const detail = await cached(scope, key, async () => {
      const found = await readDetail(db, scope, invoiceNumber, config)
      if (!found) throw notFound()
      return found
    })
    return sendAnswer(request, reply, detail)
  })
}
