import type { FastifyPluginAsync } from 'fastify'
import { paymentCalls } from '@portal/domain/payments/payments.calls'
import type { Deps } from '../../deps.ts'
import { readBalances } from '../../invoices/owed.queries.ts'
import { readInScope, scopeOf } from '../../platform/scope.ts'
import { serve } from '../../platform/serve.ts'
import { findAging } from './aging.queries.ts'

export const agingRoutes: FastifyPluginAsync<Deps> = async (app, deps) => {
  serve(app, paymentCalls.getAging, async (request) => {
    const scope = scopeOf(request)
    const balances = await readInScope(deps.db, scope, (tx) => readBalances(tx, scope.accountId))
    return readInScope(deps.db, scope, (tx) =>
      findAging(tx, scope, deps.config.subsidiaryLabels, balances),
    )
  })
}
