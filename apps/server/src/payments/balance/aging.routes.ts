import type { FastifyPluginAsync } from 'fastify'
import { paymentCalls } from '@portal/domain/payments/payments.calls'
import type { Deps } from '../../deps.ts'
import { readOpenBalances } from '../../invoices/owed.queries.ts'
import { readSnapshot } from '../../platform/database/database.ts'
import { scopeOf } from '../../platform/database/scope.ts'
import { serve } from '../../platform/http/serve.ts'
import { seesOnlySome } from '../../session/visible-categories.ts'
import { findAging } from './aging.queries.ts'

export const agingRoutes: FastifyPluginAsync<Deps> = async (app, deps) => {
  serve(app, paymentCalls.getAging, async (request) => {
    const scope = scopeOf(request)
    // Reads one snapshot: otherwise a payment that ends in between would count as neither open nor posted.
    return readSnapshot(deps.db, scope.accountId, async (tx) => {
      const balances = await readOpenBalances(tx, scope.accountId)
      return {
        ...(await findAging(tx, scope, deps.config.subsidiaryLabels, balances)),
        isOfVisible: await seesOnlySome(tx, scope),
      }
    })
  })
}
