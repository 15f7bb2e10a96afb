import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import sql from 'sql-template-tag'
import { teamCalls } from '@portal/domain/team/team.calls'
import type { Deps } from '../deps.ts'
import { cookieNames } from '../platform/http/cookies.ts'
import { queryOne, withAccount } from '../platform/database/database.ts'
import { authorOf, recordHistory } from '../platform/history/history.ts'
import { networkOf } from '../platform/log/network-of.ts'
import { limitRate } from '../platform/http/rate-limit.ts'
import { notFound } from '../platform/http/refusal.ts'
import { scopeOf, withScope } from '../platform/database/scope.ts'
import { logSecurity } from '../platform/log/security-log.ts'
import { serve } from '../platform/http/serve.ts'
import { setXsrfToken } from '../session/access.ts'
import { sessionHash } from '../session/session.queries.ts'
import { acceptInvite, shownInvite } from './accept-invite.ts'
import { changeTeam } from './change-team.ts'
import { grantsOf, listInvites, revokeInvite } from './invites.queries.ts'
import { inviteNotFound, leavingRefusal, ownInvite, type Invitee } from './received-invite.ts'
import { findInviteRoom, sendInvite, sendInvites } from './send-invite.ts'

const checksPerMinute = 20

export const inviteRoutes: FastifyPluginAsync<Deps> = async (app, deps) => {
  const cookies = cookieNames(deps.config.origin)

  serve(app, teamCalls.listInvites, async (request, reply) => {
    const scope = scopeOf(request)
    const invites = await withScope(deps.db, scope, (tx) => listInvites(tx, scope.accountId))
    reply.header('x-count', invites.length)
    return invites
  })

  serve(app, teamCalls.getInviteRoom, (request) => findInviteRoom(deps.db, scopeOf(request)))

  serve(app, teamCalls.sendInvite, async (request) => {
    const invite = await sendInvite(deps, request, request.body)
    logSecurity(request, 'invite.sent', { accountId: request.body.accountId })
    return invite
  })

  serve(app, teamCalls.sendInvites, async (request) => {
    const key = request.headers['idempotency-key']
    const listed = await sendInvites(deps, request, request.body, key)
    for (const { fate } of listed)
      if (fate === 'invited' || fate === 'sentAgain')
        logSecurity(request, 'invite.sent', { accountId: scopeOf(request).accountId })
    return listed
  })

  serve(app, teamCalls.revokeInvite, async (request) => {
    const invite = await changeTeam(deps, request, scopeOf(request), async (tx, scope) => {
      const revoked = await revokeInvite(tx, scope.accountId, request.params.inviteCode)
      if (!revoked) throw notFound()
      await recordHistory(tx, authorOf(scope), {
        category: 'Invite',
        entryType: 'Invite Revoked',
        description: `Revoked the invitation of ${revoked.email}: ${grantsOf(revoked)}`,
      })
      return revoked
    })
    logSecurity(request, 'invite.revoked')
    return invite
  })

  serve(app, teamCalls.checkInvite, async (request) => {
    const invitee = inviteeOf(request)
    const { inviteCode } = request.params
    const accountId = await companyOf(request, inviteCode)
    return withAccount(deps.db, accountId, async (tx) => {
      const invite = await ownInvite(tx, accountId, inviteCode, invitee)
      const refusal = await leavingRefusal(tx, accountId, invite.companyName, invitee)
      return {
        ...shownInvite(invite, refusal ? null : invitee.member),
        expirationDate: invite.expiresAt.toISOString(),
        refusal,
        isMember: invitee.member?.accountId === accountId,
      }
    })
  })

  serve(app, teamCalls.acceptInvite, async (request, reply) => {
    const code = request.query.InviteCode
    const accountId = await companyOf(request, code)
    const token = await acceptInvite(deps, {
      accountId,
      code,
      invitee: inviteeOf(request),
      session: request.sessionHash!,
      ipAddress: request.address,
      shown: request.body.shown,
    })
    logSecurity(request, 'invite.accepted', { accountId })
    logSecurity(request, 'session.ended', { reason: 'joined_company' })
    reply.setCookie(cookies.session, token, cookies.options)
    setXsrfToken(reply, deps.config.sessionSecrets, sessionHash(token).toString('base64url'))
    return {}
  })

  /** Returns the company of the invitation with this code. Every try is counted first, to prevent guessing. */
  async function companyOf(request: FastifyRequest, code: string): Promise<string> {
    const session = request.sessionHash?.toString('base64url')
    await limitRate(
      deps.db,
      'invite check',
      `${networkOf(request.address)} ${session}`,
      checksPerMinute,
    )
    const found = await queryOne<{ accountId: string | null }>(
      deps.db,
      sql`select company_of_invite(${code}) as "accountId"`,
    )
    if (!found?.accountId) throw inviteNotFound('unknown_code')
    return found.accountId
  }
}

function inviteeOf({ guest, scope }: FastifyRequest): Invitee {
  if (scope) return { email: scope.actor.email, member: scope.actor }
  if (guest) return { email: guest.email, member: null }
  throw new Error('the route has no user: its access is public')
}
