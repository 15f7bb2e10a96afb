import type { FastifyPluginAsync } from 'fastify'
import { teamCalls } from '@portal/domain/team/team.calls'
import type { Deps } from '../deps.ts'
import { withAccount } from '../platform/database/database.ts'
import { limitRate } from '../platform/http/rate-limit.ts'
import { scopeOf, withScope } from '../platform/database/scope.ts'
import { logSecurity } from '../platform/log/security-log.ts'
import { serve } from '../platform/http/serve.ts'
import { askForAccess, decideRequest, openRequests } from './access-requests.ts'
import { changeTeam } from './change-team.ts'

const perUserAndDay = 10

export const accessRequestRoutes: FastifyPluginAsync<Deps> = async (app, deps) => {
  // Users request access in their own company, even super admins who act for another one.
  serve(app, teamCalls.listMyAccessRequests, async (request) => {
    const { accountId, userId } = scopeOf(request).actor
    return withAccount(deps.db, accountId, (tx) => openRequests(tx, accountId, userId))
  })

  serve(app, teamCalls.askForAccess, async (request) => {
    const scope = scopeOf(request)
    await limitRate(deps.db, 'asks', scope.actor.userId, perUserAndDay, 'day')
    return withAccount(deps.db, scope.actor.accountId, (tx) =>
      askForAccess(tx, scope, request.body.permission),
    )
  })

  serve(app, teamCalls.listAccessRequests, async (request) => {
    const scope = scopeOf(request)
    return withScope(deps.db, scope, (tx) => openRequests(tx, scope.accountId))
  })

  serve(app, teamCalls.decideAccessRequest, async (request) => {
    const subjectId = await changeTeam(deps, request, scopeOf(request), (tx, scope) =>
      decideRequest(tx, deps.config, scope, request.params.id, request.body),
    )
    if (request.body.granted)
      logSecurity(request, 'access.changed', { subjectId, reason: 'permissions' })
    return {}
  })
}
