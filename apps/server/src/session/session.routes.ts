import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import type { SignInDecision } from '@portal/domain/session/decide-sign-in'
import {
  refusedAccountCookie,
  writeRefusedAccount,
  type RefusedAccount,
} from '@portal/domain/session/refused-account'
import { safeReturnPath } from '@portal/domain/session/return-url'
import { sessionCalls } from '@portal/domain/session/session.calls'
import type { Deps } from '../deps.ts'
import { plural } from '@portal/domain/kernel/plural'
import { inTransaction, withAccount } from '../platform/database/database.ts'
import { authorOf, recordHistory } from '../platform/history/history.ts'
import { cookieNames } from '../platform/http/cookies.ts'
import { networkOf } from '../platform/log/network-of.ts'
import { limitRate } from '../platform/http/rate-limit.ts'
import { Refusal } from '../platform/http/refusal.ts'
import { actorName, scopeOf, withScope } from '../platform/database/scope.ts'
import { logSecurity } from '../platform/log/security-log.ts'
import { serve } from '../platform/http/serve.ts'
import type { Identity } from '../providers/identity/identity-provider.ts'
import { UnusableClaim, type TextClaim } from '../providers/identity/read-person.ts'
import { setXsrfToken } from './access.ts'
import { endSessions, listSessions } from './session-list.ts'
import {
  endSession,
  findActor,
  newSessionToken,
  saveSignInAttempt,
  sessionHash,
  startSession,
  takeSignInAttempt,
  type Found,
} from './session.queries.ts'

/** Sign-in calls, served on both bases (`/api` and without it). */
export const signInRoutes: FastifyPluginAsync<Deps> = async (app, deps) => {
  const cookies = cookieNames(deps.config.origin)
  // The page's script reads this cookie, so it is not httpOnly.
  const shownCookie = { ...cookies.options, httpOnly: false }

  serve(app, sessionCalls.isAuthenticated, { config: { readsSession: true } }, async (request) => {
    const userName = request.scope ? actorName(request.scope.actor) : (request.guest?.email ?? null)
    return { isAuthenticated: userName !== null, userName }
  })

  serve(app, sessionCalls.signIn, async (request, reply) => {
    await limitRate(deps.db, 'signin', networkOf(request.address), deps.config.signInsPerMinute)
    const { returnUrl, anotherAccount = false } = request.body
    const { redirectUrl, ...expected } = await startSignIn(request, anotherAccount)
    const token = newSessionToken()
    const returnPath = safeReturnPath(returnUrl, deps.config.origin)
    await saveSignInAttempt(deps.db, sessionHash(token), { ...expected, returnPath })
    reply.setCookie(cookies.signIn, token, { ...cookies.options, maxAge: 600 })
    reply.clearCookie(refusedAccountCookie, shownCookie)
    return { redirectUrl }
  })

  serve(app, sessionCalls.finishSignIn, async (request, reply) =>
    reply.redirect(await finishSignIn(request, reply)),
  )

  serve(app, sessionCalls.signOut, async (request, reply) => {
    reply.clearCookie(cookies.session, cookies.options)
    // The unsent order is stored on the server, so the browser may delete everything.
    reply.header('clear-site-data', '"cache", "storage"')
    const { sessionHash: hash } = request
    // The user can be found only while the session exists.
    const found = hash && (await findActor(deps.db, hash, null, request.address))
    const idToken = hash && (await endSession(deps.db, hash))
    if (found) logSecurity(request, 'session.ended', { ...actorFacts(found), reason: 'signed_out' })
    setXsrfToken(reply, deps.config.sessionSecrets, 'no session')
    // The user is signed out here even if the provider fails. If the provider has no page for signing out, the browser
    // is sent to the home page.
    const redirectUrl = idToken && (await deps.identity.signOutUrl(idToken).catch(() => undefined))
    return { redirectUrl: redirectUrl || `${deps.config.origin}/` }
  })

  async function startSignIn(request: FastifyRequest, asksAccount: boolean) {
    try {
      return await deps.identity.start({ asksAccount })
    } catch (error) {
      request.log.error({ err: error }, 'the sign-in provider is away')
      throw new Refusal(503, 'Sign-in is not available right now. Please try again in a moment.')
    }
  }

  /** Redirects the browser. A failed sign-in is only logged; the page learns which account was refused. */
  async function finishSignIn(request: FastifyRequest, reply: FastifyReply): Promise<string> {
    const preLogin = request.cookies[cookies.signIn]
    reply.clearCookie(cookies.signIn, cookies.options)
    const attempt = preLogin && (await takeSignInAttempt(deps.db, sessionHash(preLogin)))
    if (!attempt) {
      logSecurity(request, 'sign_in.refused', { reason: 'unknown_attempt' })
      return '/notSigned'
    }
    try {
      const identity = await deps.identity.finish(new URL(request.url, deps.config.origin), attempt)
      const token = newSessionToken()
      const hash = sessionHash(token)
      const allowGuest = attempt.returnPath.startsWith('/confirm?')
      const { started, decision } = await inTransaction(deps.db, (tx) =>
        startSession(tx, {
          hash,
          ...identity,
          allowGuest,
          providerDomain: deps.config.page.providerDomain,
          ipAddress: request.address,
          userAgent: request.headers['user-agent'] ?? '',
        }),
      )
      if (started === 'unknown') {
        const reason = refusedAs[decision] ?? 'unknown-account'
        logSecurity(request, 'sign_in.refused', { reason: reason.replace('-', '_') })
        nameRefused(reply, refusedAccountOf(identity, decision))
        return '/notSigned'
      }
      // Every sign-in creates a new session id; the browser's previous id becomes invalid.
      if (request.sessionHash && (await endSession(deps.db, request.sessionHash)))
        logSecurity(request, 'session.ended', { reason: 'replaced' })
      reply.setCookie(cookies.session, token, cookies.options)
      setXsrfToken(reply, deps.config.sessionSecrets, hash.toString('base64url'))
      await recordSignIn(hash, request, decision)
      return attempt.returnPath
    } catch (error) {
      request.log.warn({ err: error }, 'sign-in failed')
      const isUnusable = error instanceof UnusableClaim
      if (isUnusable) nameRefused(reply, { reason: 'unusable', part: partOf(error.claim) })
      const reason = isUnusable ? 'unusable_claim' : 'bad_answer'
      logSecurity(request, 'sign_in.refused', { reason })
      return '/notSigned'
    }
  }

  function nameRefused(reply: FastifyReply, account: RefusedAccount | undefined): void {
    if (!account) return
    const cookie = { ...shownCookie, maxAge: 600 }
    reply.setCookie(refusedAccountCookie, writeRefusedAccount(account), cookie)
  }

  async function recordSignIn(
    hash: Buffer,
    request: FastifyRequest,
    decision: SignInDecision,
  ): Promise<void> {
    const found = await findActor(deps.db, hash, null, request.address)
    if (found && 'guest' in found) logSecurity(request, 'sign_in.guest_admitted')
    if (!found || 'guest' in found || !found.scope) return
    const { scope } = found
    logSecurity(request, 'sign_in.succeeded', actorFacts(found))
    await withScope(deps.db, scope, (tx) =>
      recordHistory(tx, authorOf(scope), {
        category: 'Account',
        entryType: 'Sign In',
        description:
          decision === 'bind' || decision === 'replace'
            ? 'Signed in for the first time with this account of the sign-in provider'
            : 'Signed in',
      }),
    )
  }
}

function refusedAccountOf(
  { email, verifiedEmail }: Identity,
  decision: SignInDecision,
): RefusedAccount | undefined {
  if (!email) return undefined
  if (verifiedEmail === null) return { reason: 'unverified', email }
  return { reason: refusedAs[decision] ?? 'unknown', email }
}

const refusedAs: Partial<Record<SignInDecision, 'other-account' | 'left-provider'>> = {
  otherAccount: 'other-account',
  leftProvider: 'left-provider',
}

const partOf = (claim: TextClaim) =>
  claim === 'sub' ? 'id' : claim === 'email' ? 'address' : 'name'

function actorFacts(found: Found) {
  if ('guest' in found) return {}
  const { userId, accountId } = found.actor
  return { actorId: userId, actorAccountId: accountId, accountId }
}

export const userRoutes: FastifyPluginAsync<Deps> = async (app, deps) => {
  serve(app, sessionCalls.listSessions, (request) => {
    const { actor } = scopeOf(request)
    return withAccount(deps.db, actor.accountId, (tx) =>
      listSessions(tx, actor.userId, request.sessionHash!),
    )
  })

  serve(app, sessionCalls.endSessions, async (request) => {
    const scope = scopeOf(request)
    const { accountId, userId } = scope.actor
    const ended = await withAccount(deps.db, accountId, async (tx) => {
      const count = await endSessions(tx, userId, request.query.sessionId, request.sessionHash!)
      // Recorded in the user's own company, even for a super admin who acts for another one.
      if (count > 0)
        await recordHistory(tx, authorOf({ ...scope, accountId }), {
          category: 'Account',
          entryType: 'Sessions Ended',
          description: `Ended ${plural(count, 'other session')}`,
        })
      return count
    })
    if (ended > 0)
      logSecurity(request, 'session.ended', {
        accountId,
        subjectId: userId,
        reason: 'ended_by_owner',
      })
    return { ended }
  })

  serve(app, sessionCalls.getMyself, async (request) => {
    const { actor, categoryIds } = scopeOf(request)
    const { userId, ipAddress: _, ...me } = actor
    return { id: userId, ...me, invoiceCategoryIds: categoryIds && [...categoryIds] }
  })
}
