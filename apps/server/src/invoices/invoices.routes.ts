import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { brotliDecompressSync } from 'node:zlib'
import { InvoiceKey, InvoicePage } from '@portal/domain/invoices/invoices.schema'
import { CompanyFilter } from '@portal/domain/session/session.schema'
import type { Deps } from '../deps.ts'
import { notFound } from '../platform/refusal.ts'
import { readInScope, scopeOf } from '../platform/scope.ts'
import { invoiceListCache, listTag } from './invoice-list-cache.ts'
import { findInvoiceJson } from './invoices.queries.ts'
import { readBalanceOf } from './owed.queries.ts'

const json = 'application/json; charset=utf-8'

export const invoiceRoutes: FastifyPluginAsyncTypebox<Deps> = async (app, deps) => {
  const cachedList = invoiceListCache(deps.db)

  app.get(
    '/invoice',
    { config: { access: 'AccessInvoices' }, schema: { querystring: InvoicePage } },
    async (request, reply) => {
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
    },
  )

  app.get(
    '/invoice/details/:invoiceNumber',
    {
      config: { access: 'AccessInvoices' },
      schema: { params: InvoiceKey, querystring: CompanyFilter },
    },
    async (request, reply) => {
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
    },
  )
}
