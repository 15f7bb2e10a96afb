import type { FastifyPluginAsync } from 'fastify'
import { authorizationCalls } from '@portal/domain/authorization/authorization.calls'
import type { Deps } from '../deps.ts'
import { readSnapshot } from '../platform/database/database.ts'
import { scopeOf } from '../platform/database/scope.ts'
import { serve } from '../platform/http/serve.ts'
import { findNotCharged } from './not-charged.ts'
import { readAuthorization } from './read-authorization.ts'

export const authorizationRoutes: FastifyPluginAsync<Deps> = async (app, { db }) => {
  serve(app, authorizationCalls.getAuthorization, (request) => {
    const scope = scopeOf(request)
    return readSnapshot(db, scope.accountId, (tx) =>
      readAuthorization(tx, scope, request.params.invoiceNumber, {
        tell: (month) => findNotCharged(tx, scope, month),
      }),
    )
  })
}
