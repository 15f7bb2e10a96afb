import type { FastifyPluginAsync } from 'fastify'
import { invoiceCalls } from '@portal/domain/invoices/invoices.calls'
import type { Deps } from '../deps.ts'
import { notFound } from '../platform/http/refusal.ts'
import { scopeOf } from '../platform/database/scope.ts'
import { serve } from '../platform/http/serve.ts'
import { answerCache, answerKey, sendAnswer } from './answer-cache.ts'
import { readDetail, readList, readTexts } from './invoices.queries.ts'

export const invoiceRoutes: FastifyPluginAsync<Deps> = async (app, deps) => {
  const { db, config } = deps
  const cached = answerCache()

  serve(app, invoiceCalls.listInvoices, async (request, reply) => {
    const scope = scopeOf(request)
    const { page, perPage } = request.query
    const list = await cached(
      scope,
      answerKey(scope, 'list', page, perPage, scope.isAutoPayOn),
      () => readList(db, scope, request.query),
    )
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
    const key = answerKey(scope, 'detail', invoiceNumber, scope.isAutoPayOn)
    const detail = await cached(scope, key, async () => {
      const found = await readDetail(db, scope, invoiceNumber, config)
      if (!found) throw notFound()
      return found
    })
    return sendAnswer(request, reply, detail)
  })
}
