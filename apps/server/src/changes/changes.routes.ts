import type { FastifyPluginAsync } from 'fastify'
import { changeCalls } from '@portal/domain/changes/changes.calls'
import type { Deps } from '../deps.ts'
import { readSnapshot } from '../platform/database.ts'
import { scopeOf } from '../platform/scope.ts'
import { serve } from '../platform/serve.ts'
import { readChanges } from './read-changes.ts'

export const changeRoutes: FastifyPluginAsync<Deps> = async (app, deps) => {
  serve(app, changeCalls.getChanges, (request) => {
    const scope = scopeOf(request)
    const { invoiceNumber } = request.params
    return readSnapshot(deps.db, scope.accountId, (tx) =>
      readChanges(tx, scope, invoiceNumber, request.query.against),
    )
  })
}
