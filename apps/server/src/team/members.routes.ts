import type { FastifyPluginAsync } from 'fastify'
import { plural } from '@portal/domain/kernel/plural'
import { sessionsRefusal } from '@portal/domain/team/grants'
import { teamCalls } from '@portal/domain/team/team.calls'
import type { Deps } from '../deps.ts'
import type { Tx } from '../platform/database/database.ts'
import { authorOf, recordHistory } from '../platform/history/history.ts'
import { readInScope, scopeOf, withScope, type Scope } from '../platform/database/scope.ts'
import { logSecurity } from '../platform/log/security-log.ts'
import { serve } from '../platform/http/serve.ts'
import { orderAccess, removeMember, toggleCategory } from './change-access.ts'
import { endSessions, listSessions } from '../session/session-list.ts'
import { scopeOfBody } from '../session/scope-of-body.ts'
import { changeTeam, grantorOf, refuseChange } from './change-team.ts'
import { resetSignIn } from './reset-sign-in.ts'
import {
  countMembers,
  findMember,
  listCategories,
  listHeldCategories,
  listMembers,
  listPeople,
  type TeamMember,
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
    const { accountId, ...order } = request.body
    const { providerDomain } = deps.config.page
    const asked = await scopeOfBody(deps, request, accountId)
    const { event, user } = await changeTeam(deps, request, asked, async (tx, scope) => ({
      event: await orderAccess(tx, scope, order, providerDomain),
      user: (await findMember(tx, scope.accountId, order.userId)).user,
    }))
    if (event) logSecurity(request, event, { accountId, subjectId: user.id, reason: 'permissions' })
    return user
  })

  serve(app, teamCalls.deactivateUser, async (request) => {
    const { userId } = request.query
    const user = await changeTeam(deps, request, scopeOf(request), (tx, scope) =>
      removeMember(tx, scope, userId),
    )
    logSecurity(request, 'user.removed', { subjectId: userId })
    return user
  })

  serve(app, teamCalls.listMemberSessions, (request) => {
    const scope = scopeOf(request)
    return withScope(deps.db, scope, async (tx) => {
      const { id } = await memberWithSessions(tx, scope, request.query.userId)
      return listSessions(tx, id, request.sessionHash!)
    })
  })

  serve(app, teamCalls.endMemberSessions, async (request) => {
    const { userId, sessionId } = request.query
    const ended = await changeTeam(deps, request, scopeOf(request), async (tx, scope) => {
      const { name } = await memberWithSessions(tx, scope, userId)
      const count = await endSessions(tx, userId, sessionId, request.sessionHash!)
      if (count > 0)
        await recordHistory(tx, authorOf(scope), {
          category: 'User',
          entryType: 'Sessions Ended',
          description: `Ended ${plural(count, 'session')} of ${name}`,
        })
      return count
    })
    if (ended > 0)
      logSecurity(request, 'session.ended', { subjectId: userId, reason: 'ended_by_admin' })
    return { ended }
  })

  serve(app, teamCalls.resetSignIn, async (request) => {
    await changeTeam(deps, request, scopeOf(request), (tx, scope) =>
      resetSignIn(tx, scope, request.body, request.sessionHash!),
    )
    logSecurity(request, 'sign_in.reset', { subjectId: request.body.userId })
    return {}
  })

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

  serve(app, teamCalls.toggleCategory, async (request) => {
    const held = await changeTeam(deps, request, scopeOf(request), (tx, scope) =>
      toggleCategory(tx, scope, request.body),
    )
    logSecurity(request, 'access.changed', { subjectId: held.userId, reason: 'categories' })
    return held
  })
}

async function memberWithSessions(tx: Tx, scope: Scope, userId: string): Promise<TeamMember> {
  const member = await findMember(tx, scope.accountId, userId)
  const refusal = sessionsRefusal(grantorOf(scope), member)
  if (refusal) throw refuseChange(refusal)
  return member
}
