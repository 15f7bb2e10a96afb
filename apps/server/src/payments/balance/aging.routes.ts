import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Aging } from '@portal/domain/payments/aging.schema'
import { CompanyFilter } from '@portal/domain/session/session.schema'
import type { Deps } from '../../deps.ts'
import { readBalances } from '../../invoices/owed.queries.ts'
import { readInScope, scopeOf } from '../../platform/scope.ts'
import { findAging } from './aging.queries.ts'

export const agingRoutes: FastifyPluginAsyncTypebox<Deps> = async (app, deps) => {
  app.get(
    '/invoice/aging',
    {
      // The list page shows it as a bar, the payments area as panels.
      config: { access: ['AccessInvoices', 'PayInvoices'] },
      schema: { querystring: CompanyFilter, response: { 200: Aging } },
    },
    async (request) => {
      const scope = scopeOf(request)
      const balances = await readInScope(deps.db, scope, (tx) => readBalances(tx, scope.accountId))
      return readInScope(deps.db, scope, (tx) =>
        findAging(tx, scope, deps.config.subsidiaryLabels, balances),
      )
    },
  )
}
