import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import { isApiAccess, type ApiAccess } from '@portal/domain/kernel/api-scopes'
import type { rightsHeader } from '@portal/domain/kernel/call'
import { mayUse, type Access } from '@portal/domain/kernel/permissions'
import type { Deps } from '../deps.ts'
import { CallLimit } from '../platform/http/call-limit.ts'
import { cookieNames, xsrfCookie } from '../platform/http/cookies.ts'
import { missingPermission, otherCompany, Refusal } from '../platform/http/refusal.ts'
import { networkOf } from '../platform/log/network-of.ts'
import { nameInLog } from '../platform/log/trace.ts'
import { declareAsker } from '../platform/database/scope.ts'
import { isValidXsrfToken, makeXsrfToken, type XsrfSecrets } from '../platform/http/xsrf.ts'
import { requireApiKey } from './api-key.ts'
import { takeScopeOfRecord } from './scope-of-record.ts'
import { findActor, sessionHash } from './session.queries.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Who may call the route, a user or a key. A route without it prevents the server from starting. */
    access?: Access | ApiAccess
    /** A public route that still needs to know the user. */
    readsSession?: boolean
  }
  interface FastifyInstance {
    /** Cookies are Secure if browsers reach the portal by https, even if a proxy ends TLS. */
    hasSecureCookies: boolean
  }
}

const accountIdPattern = /^[A-Za-z0-9][A-Za-z0-9_.-]{0,63}$/
const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Hashes the session token of each request. The session is looked up later. */
export function hashSessions(app: FastifyInstance, origin: string): void {
  const names = cookieNames(origin)
  app.decorate('hasSecureCookies', names.options.secure === true)
  declareAsker(app)
  app.addHook('onRequest', async (request) => {
    const token = request.cookies[names.session]
    request.sessionHash = token ? sessionHash(token) : null
  })
}

/** Every route declares its access. This hook enforces it before anything else of the request is read. */
export function enforceAccess(app: FastifyInstance, deps: Deps): void {
  app.decorateRequest('keyDigest', null)
  app.addHook('onRoute', requireAccess)
  const calls = new CallLimit(deps.config.callsPerMinute)
  // The first visit with an empty cache loads dozens of files.
  const pages = new CallLimit(10 * deps.config.callsPerMinute)
  app.addHook('onRequest', async (request, reply) => {
    const { access, readsSession, call } = request.routeOptions.config
    if (call?.signed) return
    if (isApiAccess(access)) return requireApiKey(request, reply, deps, access)
    const network = networkOf(request.address)
    const session = `session ${request.sessionHash?.toString('base64url')}`
    // Any client can invent cookies, so a session is counted only after it was found in the database.
    const wasFound = calls.has(session)
    ;(call ? calls : pages).count(wasFound ? session : network)
    // No route exists at this address.
    if (access === undefined) return
    checkOrigin(request, deps.config.origin)
    checkXsrfToken(request, reply, deps.config.sessionSecrets)
    if (access === 'public' && !readsSession) return
    await readActor(request, reply, deps)
    const isFound = Boolean(request.actor ?? request.guest)
    if (call && isFound && !wasFound) calls.move(network, session)
    if (wasFound && !isFound) {
      calls.forget(session)
      calls.count(network)
    }
    if (access !== 'public') requireActor(request, access)
  })
  app.addHook('preHandler', (request, reply) => takeScopeOfRecord(deps, request, reply))
}

/** The server refuses to start if a route has no declared access. */
function requireAccess({ method, url, config }: RouteOptions): void {
  if (config?.access === undefined)
    throw new Error(`${String(method)} ${url} does not declare its access`)
}

/** A state change must come from a page of this origin. */
function checkOrigin(request: FastifyRequest, origin: string): void {
  if (safeMethods.has(request.method)) return
  const site = request.headers['sec-fetch-site']
  const from = request.headers.origin
  const fromUs = site ? site === 'same-origin' : !from || from === origin
  if (!fromUs || (from && from !== origin))
    throw new Refusal(403, 'The request came from another site.').because(
      'request.forged',
      'other_site',
    )
}

function checkXsrfToken(request: FastifyRequest, reply: FastifyReply, secrets: XsrfSecrets): void {
  const binding = request.sessionHash?.toString('base64url') ?? 'no session'
  const cookie = request.cookies[xsrfCookie]
  const isNewest = isValidXsrfToken(secrets.slice(0, 1), binding, cookie)
  const valid = isNewest || isValidXsrfToken(secrets.slice(1), binding, cookie)
  // A token that a former secret signed is replaced while it is still accepted. Shared caches store the built files, so
  // their responses contain no token: it would be the token of another session.
  if (!isNewest && !request.url.startsWith('/assets/')) setXsrfToken(reply, secrets, binding)
  if (safeMethods.has(request.method)) return
  if (!valid || request.headers['x-xsrf-token'] !== cookie)
    throw new Refusal(403, 'Your page is out of date. Please reload it and try again.').because(
      'request.forged',
      'page_token',
    )
}

/** The page's script can read the cookie, and sends it back as a header. */
export function setXsrfToken(reply: FastifyReply, secrets: XsrfSecrets, binding: string): void {
  reply.setCookie(xsrfCookie, makeXsrfToken(secrets, binding), {
    path: '/',
    sameSite: 'lax',
    secure: reply.server.hasSecureCookies,
  })
}

async function readActor(request: FastifyRequest, reply: FastifyReply, deps: Deps): Promise<void> {
  if (!request.sessionHash) return
  const wanted = wantedCompany(request.query)
  const found = await findActor(deps.db, request.sessionHash, wanted ?? null, request.address)
  if (!found) return
  // Set on refusals too, so that users whose permission was removed receive it.
  if (request.routeOptions.config.access !== 'public')
    reply.headers({ 'x-rights': found.rights } satisfies typeof rightsHeader)
  if ('guest' in found) {
    request.guest = found.guest
    return
  }
  request.actor = found.actor
  nameInLog(request, reply, found.actor, found.scope)
  if (found.scope) {
    request.scope = found.scope
    return
  }
  if (found.actor.role === 'SuperAdmin') throw new Refusal(404, 'Company not found.')
  throw otherCompany()
}

function requireActor(request: FastifyRequest, access: Access): void {
  if (request.guest && access === 'identified') return
  if (request.guest)
    throw new Refusal(403, 'You must sign in with an authorized account').because(
      'access.refused',
      'guest',
    )
  if (!request.scope) throw new Refusal(401, 'Please sign in.')
  if (!mayUse(request.scope.actor, access)) throw missingPermission()
}

/** Returns the company that a request names under any parameter name; two companies or a list are refused. */
function wantedCompany(query: unknown): string | undefined {
  const named = query as Record<string, unknown>
  const given = ['companyFilter', 'crmId'].flatMap((name) =>
    name in named ? [[name, named[name]]] : [],
  )
  if (given.length > 1) throw new Refusal(400, 'companyFilter: must be given once')
  const [first] = given
  if (!first) return undefined
  const [name, value] = first
  if (typeof value !== 'string') throw new Refusal(400, `${String(name)}: must be given once`)
  if (!accountIdPattern.test(value))
    throw new Refusal(400, `${String(name)}: must be an account id`)
  return value
}
