import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify'
import pg from 'pg'
import { demoBusiness } from '../../../../tools/demo/demo-business.ts'
import { exampleSettings } from '../../../../tools/example-settings.ts'
import { buildApp } from '../../src/app.ts'
import { readConfig } from '../../src/config.ts'
import type { Deps } from '../../src/deps.ts'
import { closeDeps, openDeps } from '../../src/open-deps.ts'
import { inTransaction } from '../../src/platform/database/database.ts'
import { cookieNames } from '../../src/platform/http/cookies.ts'
import { logOptions } from '../../src/platform/log/log.ts'
import { makeXsrfToken } from '../../src/platform/http/xsrf.ts'
import { newSessionToken, sessionHash, startSession } from '../../src/session/session.queries.ts'
import { createTestDatabase, type TestDatabase } from '../database/database.ts'
import { freePort } from '../processes/free-port.ts'
import { Given } from './given.ts'
import { collectUndeclared } from '../requests/undeclared-answers.ts'
import { takeSandbox, type TestSandbox } from './sandbox.ts'

export interface TestPortal {
  app: FastifyInstance
  deps: Deps
  database: TestDatabase
  sandbox: TestSandbox
  /** The database as the worker sees it. */
  system: pg.Pool
  /** One connection as the owner of the tables. */
  owner: pg.Pool
  given: Given
  /** Settings that a separate server process needs to join this portal. */
  env: Record<string, string>
  origin: string
  freePort(): Promise<number>
  /** Signs a user in (without the identity provider) and returns the browser. */
  signIn(email: string): Promise<Browser>
  /** A new user, signed in. */
  person(...user: Parameters<Given['user']>): Promise<Browser>
  stranger: Browser
  close(): Promise<void>
}

type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE'
type Options = Pick<InjectOptions, 'headers' | 'payload' | 'query' | 'remoteAddress'>

export interface Browser {
  token: string | undefined
  headers: Record<string, string>
  send(method: Method, url: string, options?: Options): Promise<LightMyRequestResponse>
  get(url: string, options?: Options): Promise<LightMyRequestResponse>
  post(url: string, options?: Options): Promise<LightMyRequestResponse>
}

/** A whole web server on its own database, with the real sandbox of this test process. */
export async function startTestPortal(
  overrides: Record<string, string> = {},
  checkpoint: Deps['checkpoint'] = () => {},
  log?: { write: (line: string) => void; level?: string },
): Promise<TestPortal> {
  const [own, sandbox] = await Promise.all([createTestDatabase(), takeSandbox(freePort)])
  const { port, origin, webhookSecret } = sandbox.serves
  const env = {
    ...exampleSettings('development'),
    ...demoBusiness,
    HOST: 'localhost',
    PORT: String(port),
    PORTAL_ORIGIN: origin,
    DATABASE_URL: own.appUrl,
    SYSTEM_DATABASE_URL: own.systemUrl,
    MIGRATION_DATABASE_URL: own.ownerUrl,
    SESSION_SECRET: randomBytes(32).toString('hex'),
    OIDC_ISSUER: sandbox.identityOrigin,
    OIDC_CLIENT_SECRET: 'sandbox-secret-not-for-production',
    STRIPE_SECRET_KEY: 'sk_test_portal',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_portal',
    STRIPE_WEBHOOK_SECRET: webhookSecret,
    STRIPE_API_BASE: sandbox.cardsOrigin,
    STRIPE_JS_URL: `${sandbox.cardsOrigin}/endive/stripe.js`,
    SMTP_URL: sandbox.smtpUrl,
    // As in production, so that a line that cannot be logged is found.
    LOG_LEVEL: 'info',
    PAYMENTS_PER_MINUTE: '100000',
    SIGN_INS_PER_MINUTE: '100000',
    CALLS_PER_MINUTE: '1000000',
    API_CALLS_PER_MINUTE: '100000',
    CHECKOUTS_PER_ADDRESS: '100000',
    CHECKOUTS_IN_ALL: '100000',
    ...overrides,
  }
  // Settings may name another database.
  const database: TestDatabase = {
    ...own,
    appUrl: env.DATABASE_URL,
    systemUrl: env.SYSTEM_DATABASE_URL,
    ownerUrl: env.MIGRATION_DATABASE_URL,
  }
  const config = readConfig(env)
  let deps!: Deps
  const app = await buildApp((log) => (deps = openDeps(config, log, 'test', checkpoint)), {
    logger: {
      ...(logOptions(log ? (log.level ?? 'error') : env.LOG_LEVEL) as object),
      stream: log ?? { write: () => {} },
    },
    trustProxy: [],
  })
  deps.pause = (milliseconds) => sleep(milliseconds / 50)
  const undeclared = collectUndeclared(app)
  await app.listen({ host: 'localhost', port })
  const poolOf = (connectionString: string, max: number) => {
    const pool = new pg.Pool({ connectionString, max, idleTimeoutMillis: 0 })
    // A pool ends before its connections have ended: the database may be dropped before them.
    pool.on('error', () => {})
    pool.on('connect', (client) => client.on('error', () => {}))
    return pool
  }
  const system = poolOf(database.systemUrl, 5)
  const owner = poolOf(database.ownerUrl, 1)
  const xsrf = (hash: Buffer | undefined) =>
    makeXsrfToken(config.sessionSecrets, hash?.toString('base64url') ?? 'no session')

  const given = new Given(system)
  const portal: TestPortal = {
    app,
    deps,
    database,
    sandbox,
    system,
    owner,
    given,
    env,
    origin,
    freePort,
    stranger: browser(app, origin, undefined, xsrf(undefined)),
    person: async (...user) => {
      await given.user(...user)
      return portal.signIn(user[0])
    },
    signIn: async (email) => {
      const token = newSessionToken()
      const hash = sessionHash(token)
      const issuer = sandbox.identityOrigin
      const identity = {
        issuer,
        subject: email,
        verifiedEmail: email,
        idToken: 'none',
        firstName: '',
        lastName: '',
      }
      const client = { ipAddress: '127.0.0.1', userAgent: 'a test' }
      const { providerDomain } = deps.config.page
      const { started } = await inTransaction(deps.db, (tx) =>
        startSession(tx, { hash, ...identity, ...client, allowGuest: true, providerDomain }),
      )
      if (started === 'unknown') throw new Error(`nobody is called ${email}`)
      return browser(app, origin, token, xsrf(hash))
    },
    close: async () => {
      await app.close()
      await Promise.all([closeDeps(deps), system.end(), owner.end()])
      await database.drop()
      if (undeclared.size > 0) throw new Error([...undeclared].join('\n'))
    },
  }
  return portal
}

function browser(
  app: FastifyInstance,
  origin: string,
  token: string | undefined,
  xsrf: string,
): Browser {
  const session = token ? `${cookieNames(origin).session}=${token}; ` : ''
  const headers = {
    cookie: `${session}XSRF-TOKEN=${xsrf}`,
    'x-xsrf-token': xsrf,
    'sec-fetch-site': 'same-origin',
    origin,
  }
  const send: Browser['send'] = (method, url, options = {}) =>
    app.inject({ method, url, ...options, headers: { ...headers, ...options.headers } })
  return {
    token,
    headers,
    send,
    get: (url, options) => send('GET', url, options),
    post: (url, options) => send('POST', url, options),
  }
}
