import type { FastifyPluginAsync } from 'fastify'
import { brotliDecompressSync } from 'node:zlib'
import { invoiceCalls } from '@portal/domain/invoices/invoices.calls'
import type { Deps } from '../deps.ts'
import { notFound } from '../platform/refusal.ts'
import { readInScope, scopeOf } from '../platform/scope.ts'
import { serve } from '../platform/serve.ts'
import { invoiceListCache, listTag } from './invoice-list-cache.ts'
import { findInvoiceJson } from './invoices.queries.ts'
import { readBalanceOf } from './owed.queries.ts'

const json = 'application/json; charset=utf-8'

export const invoiceRoutes: FastifyPluginAsync<Deps> = async (app, deps) => {
  const cachedList = invoiceListCache(deps.db)

  serve(app, invoiceCalls.listInvoices, async (request, reply) => {
    const scope = scopeOf(request)
    const tag = listTag(scope, request.query)
    // The browser may keep the list, but asks each time whether it is still the one.
    reply.headers({ etag: tag, 'cache-control': 'private, no-cache', vary: 'accept-encoding' })
    if (request.headers['if-none-match'] === tag) return reply.code(304).send()
    const { body, total } = await cachedList(scope, request.query)
    reply.type(json).header('x-count', total)
    if (!/\bbr\b/.test(request.headers['accept-encoding'] ?? ''))
      return reply.send(brotliDecompressSync(body))
    return reply.header('content-encoding', 'br').send(body)
  })

  serve(app, invoiceCalls.getInvoice, async (request, reply) => {
    const scope = scopeOf(request)
    const { invoiceNumber } = request.params
    const balances = await readInScope(deps.db, scope, (tx) =>
      readBalanceOf(tx, scope.accountId, invoiceNumber),
    )
    const body = await readInScope(deps.db, scope, (tx) =>
      findInvoiceJson(tx, scope, invoiceNumber, balances),
    )
    if (!body) throw notFound()
    return reply.type(json).send(body)
  })
}
