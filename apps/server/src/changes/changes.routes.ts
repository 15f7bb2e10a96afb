import type { FastifyPluginAsync } from 'fastify'
import { changeCalls } from '@portal/domain/changes/changes.calls'
import type { Deps } from '../deps.ts'
import { readSnapshot } from '../platform/database/database.ts'
import { scopeOf } from '../platform/database/scope.ts'
import { serve } from '../platform/http/serve.ts'
import { readChanges, readDifferences } from './read-changes.ts'

export const changeRoutes: FastifyPluginAsync<Deps> = async (app, deps) => {
  serve(app, changeCalls.getChanges, (request) => {
    const scope = scopeOf(request)
    const { invoiceNumber } = request.params
    return readSnapshot(deps.db, scope.accountId, (tx) =>
      readChanges(tx, scope, invoiceNumber, request.query.against),
    )
  })
  serve(app, changeCalls.compareInvoices, async (request) => {
    const scope = scopeOf(request)
    const { invoiceIds } = request.body
    const differences = await readSnapshot(deps.db, scope.accountId, (tx) =>
      readDifferences(tx, scope, invoiceIds),
    )
    return { differences }
  })
}
