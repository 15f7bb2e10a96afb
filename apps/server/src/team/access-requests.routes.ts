import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { CompanyFilter } from '@portal/domain/session/session.schema'
import {
  AccessRequest,
  AccessRequestKey,
  AccessRequestList,
  AskForAccess,
  DecideAccess,
} from '@portal/domain/team/access-requests.schema'
import type { Deps } from '../deps.ts'
import { withAccount } from '../platform/database.ts'
import { limitRate } from '../platform/rate-limit.ts'
import { scopeOf, withScope } from '../platform/scope.ts'
import { askForAccess, decideRequest, openRequests } from './access-requests.ts'
import { changeTeam } from './change-team.ts'

const perUserAndDay = 10

export const accessRequestRoutes: FastifyPluginAsyncTypebox<Deps> = async (app, deps) => {
  // One's own access is that in one's own company, whichever company a super admin acts for.
  app.get(
    '/user/access-requests',
    {
      config: { access: 'signedIn' },
      schema: { querystring: CompanyFilter, response: { 200: AccessRequestList } },
    },
    async (request) => {
      const { accountId, userId } = scopeOf(request).actor
      return withAccount(deps.db, accountId, (tx) => openRequests(tx, accountId, userId))
    },
  )

  app.post(
    '/user/access-requests',
    {
      config: { access: 'signedIn' },
      schema: { querystring: CompanyFilter, body: AskForAccess, response: { 200: AccessRequest } },
    },
    async (request) => {
      const scope = scopeOf(request)
      await limitRate(deps.db, `asks ${scope.actor.userId}`, perUserAndDay, 'day')
      return withAccount(deps.db, scope.actor.accountId, (tx) =>
        askForAccess(tx, deps.config, scope, request.body.permission),
      )
    },
  )

  app.get(
    '/admin/access-requests',
    {
      config: { access: 'ManageUsers' },
      schema: { querystring: CompanyFilter, response: { 200: AccessRequestList } },
    },
    async (request) => {
      const scope = scopeOf(request)
      return withScope(deps.db, scope, (tx) => openRequests(tx, scope.accountId))
    },
  )

  app.post(
    '/admin/access-requests/:id',
    {
      config: { access: 'ManageUsers' },
      schema: {
        params: AccessRequestKey,
        querystring: CompanyFilter,
        body: DecideAccess,
        response: { 200: Type.Object({}) },
      },
    },
    async (request) => {
      await changeTeam(deps, request, scopeOf(request), (tx, scope) =>
        decideRequest(tx, deps.config, scope, request.params.id, request.body.granted),
      )
      return {}
    },
  )
}
