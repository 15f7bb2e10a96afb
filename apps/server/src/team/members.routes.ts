import type { FastifyPluginAsync } from 'fastify'
import { teamCalls } from '@portal/domain/team/team.calls'
import type { Deps } from '../deps.ts'
import { readInScope, scopeOf, withScope } from '../platform/scope.ts'
import { serve } from '../platform/serve.ts'
import { removeMember, setAccess, toggleCategory } from './change-access.ts'
import { scopeOfBody } from '../session/scope-of-body.ts'
import { changeTeam } from './change-team.ts'
import {
  countMembers,
  findMember,
  listCategories,
  listHeldCategories,
  listMembers,
  listPeople,
} from './members.queries.ts'

export const memberRoutes: FastifyPluginAsync<Deps> = async (app, deps) => {
  serve(app, teamCalls.listUsers, async (request, reply) => {
    const scope = scopeOf(request)
    const { page, perPage } = request.query
    if (page === undefined && perPage === undefined)
      return { users: await withScope(deps.db, scope, (tx) => listPeople(tx, scope.accountId)) }
    const [members, total] = await readInScope(deps.db, scope, (tx) =>
      Promise.all([
        listMembers(tx, scope.accountId, { page: page ?? 1, perPage: perPage ?? 3000 }),
        countMembers(tx, scope.accountId),
      ]),
    )
    reply.header('x-count', total)
    return members
  })

  serve(app, teamCalls.updateUser, async (request) => {
    const { userId, accountId, ...wanted } = request.body
    const asked = await scopeOfBody(deps, request, accountId)
    return changeTeam(deps, request, asked, async (tx, scope) => {
      await setAccess(tx, scope, userId, wanted)
      return (await findMember(tx, scope.accountId, userId)).user
    })
  })

  serve(app, teamCalls.deactivateUser, (request) =>
    changeTeam(deps, request, scopeOf(request), (tx, scope) =>
      removeMember(tx, scope, request.query.userId),
    ),
  )

  serve(app, teamCalls.listMyCategories, async (request) => {
    const { actor } = scopeOf(request)
    return withScope(deps.db, scopeOf(request), async (tx) => {
      if (actor.role === 'SuperAdmin') return listCategories(tx, actor.accountId, true)
      const [held] = await listHeldCategories(tx, actor.accountId, [actor.userId])
      return held?.categories ?? []
    })
  })

  serve(app, teamCalls.listCategories, async (request) => {
    const scope = scopeOf(request)
    return withScope(deps.db, scope, (tx) =>
      listCategories(tx, scope.accountId, scope.actor.role === 'SuperAdmin'),
    )
  })

  serve(app, teamCalls.listUserCategories, { bodyLimit: 256 * 1024 }, async (request) => {
    const scope = scopeOf(request)
    return withScope(deps.db, scope, (tx) =>
      listHeldCategories(tx, scope.accountId, request.body.userIdList),
    )
  })

  serve(app, teamCalls.toggleCategory, async (request) =>
    changeTeam(deps, request, scopeOf(request), (tx, scope) =>
      toggleCategory(tx, scope, request.body),
    ),
  )
}
