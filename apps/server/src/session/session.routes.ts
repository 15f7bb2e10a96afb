import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { safeReturnPath } from '@portal/domain/session/return-url'
import { sessionCalls } from '@portal/domain/session/session.calls'
import type { Deps } from '../deps.ts'
import { authorOf, recordHistory } from '../platform/history.ts'
import { cookieNames } from '../platform/cookies.ts'
import { limitRate } from '../platform/rate-limit.ts'
import { Refusal } from '../platform/refusal.ts'
import { actorName, scopeOf, withScope } from '../platform/scope.ts'
import { serve } from '../platform/serve.ts'
import { setXsrfToken } from './access.ts'
import {
  endSession,
  findActor,
  newSessionToken,
  saveSignInAttempt,
  sessionHash,
  startSession,
  takeSignInAttempt,
} from './session.queries.ts'

/** Sign-in calls, served on both bases (`/api` and without it). */
export const signInRoutes: FastifyPluginAsync<Deps> = async (app, deps) => {
  const cookies = cookieNames(deps.config.origin)

  serve(app, sessionCalls.isAuthenticated, { config: { readsSession: true } }, async (request) => {
    const userName = request.scope ? actorName(request.scope.actor) : (request.guest?.email ?? null)
    return { isAuthenticated: userName !== null, userName }
  })

  serve(app, sessionCalls.signIn, async (request, reply) => {
    await limitRate(deps.db, `signin ${request.ip}`, 60)
    const { redirectUrl, ...expected } = await startSignIn(request)
    const token = newSessionToken()
    const returnPath = safeReturnPath(request.body.returnUrl, deps.config.origin)
    await saveSignInAttempt(deps.db, sessionHash(token), { ...expected, returnPath })
    reply.setCookie(cookies.signIn, token, { ...cookies.options, maxAge: 600 })
    return { redirectUrl }
  })

  serve(app, sessionCalls.finishSignIn, async (request, reply) =>
    reply.redirect(await finishSignIn(request, reply)),
  )

  serve(app, sessionCalls.signOut, async (request, reply) => {
    reply.clearCookie(cookies.session, cookies.options)
    reply.header('clear-site-data', '"cache"')
    const idToken = request.sessionHash && (await endSession(deps.db, request.sessionHash))
    setXsrfToken(reply, deps.config.sessionSecret, 'no session')
    // Signed out here whatever the provider says; without its page the browser just goes home.
    const redirectUrl = idToken && (await deps.identity.signOutUrl(idToken).catch(() => undefined))
    return { redirectUrl: redirectUrl || `${deps.config.origin}/` }
  })

  async function startSignIn(request: FastifyRequest) {
    try {
      return await deps.identity.start()
    } catch (error) {
      request.log.error({ err: error }, 'the sign-in provider is away')
      throw new Refusal(503, 'Sign-in is not available right now. Please try again in a moment.')
    }
  }

  /** Where the browser goes next. Nothing of a failed sign-in is told to the page, only to the log. */
  async function finishSignIn(request: FastifyRequest, reply: FastifyReply): Promise<string> {
    const preLogin = request.cookies[cookies.signIn]
    reply.clearCookie(cookies.signIn, cookies.options)
    const attempt = preLogin && (await takeSignInAttempt(deps.db, sessionHash(preLogin)))
    if (!attempt) return '/notSigned'
    try {
      const identity = await deps.identity.finish(new URL(request.url, deps.config.origin), attempt)
      const token = newSessionToken()
      const hash = sessionHash(token)
      const allowGuest = attempt.returnPath.startsWith('/confirm?')
      const started = await startSession(deps.db, { hash, ...identity, allowGuest })
      if (started === 'unknown') return '/notSigned'
      // A new id at every sign-in: whatever id the browser held before is worth nothing now.
      if (request.sessionHash) await endSession(deps.db, request.sessionHash)
      reply.setCookie(cookies.session, token, cookies.options)
      setXsrfToken(reply, deps.config.sessionSecret, hash.toString('base64url'))
      await recordSignIn(hash, request)
      return attempt.returnPath
    } catch (error) {
      request.log.warn({ err: error }, 'sign-in failed')
      return '/notSigned'
    }
  }

  async function recordSignIn(hash: Buffer, request: FastifyRequest): Promise<void> {
    const found = await findActor(deps.db, hash, null, request.ip)
    if (!found || 'guest' in found || !found.scope) return
    const { scope } = found
    await withScope(deps.db, scope, (tx) =>
      recordHistory(tx, authorOf(scope), {
        category: 'Account',
        entryType: 'Sign In',
        description: 'Signed in',
      }),
    )
  }
}

export const userRoutes: FastifyPluginAsync<Deps> = async (app) => {
  serve(app, sessionCalls.getMyself, async (request) => {
    const { userId, ipAddress: _, ...actor } = scopeOf(request).actor
    return { id: userId, ...actor }
  })
}
