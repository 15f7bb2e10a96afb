import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import pg from 'pg'
import { cookieNames, xsrfCookie } from '../../apps/server/src/platform/cookies.ts'
import { makeXsrfToken } from '../../apps/server/src/platform/xsrf.ts'
import {
  newSessionToken,
  sessionHash,
  startSession,
} from '../../apps/server/src/session/session.queries.ts'
import { serverFolder } from '../../tools/build-portal.ts'
import { exampleSettings } from '../../tools/example-settings.ts'
import type { DatabaseUrls } from '../../tools/prepare-database.ts'
import { startChild } from './children.ts'
import { freePort } from './free-port.ts'

export interface Portal {
  origin: string
  pid: number
  /** Signs somebody in past the identity provider; answers the headers of their browser. */
  signIn(email: string): Promise<Record<string, string>>
}

// Nobody listens here: what is measured never asks the outside world.
const outside = 'http://127.0.0.1:9'

/** The production web server in a process of its own. */
export async function startPortal(
  urls: DatabaseUrls,
  options: { webFolder?: string } = {},
): Promise<Portal> {
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const secret = randomBytes(32).toString('hex')
  await rememberAccount(urls.app)
  const { pid } = await startChild(join(serverFolder, 'main.js'), {
    env: {
      ...portalSettings(origin, outside),
      HOST: '127.0.0.1',
      PORT: String(port),
      DATABASE_URL: urls.app,
      SESSION_SECRET: secret,
      WEB_FOLDER: options.webFolder ?? '',
    },
  })
  return { origin, pid, signIn: (email) => signIn(urls.app, origin, secret, email) }
}

/** What every process of the portal needs to start; the databases come on top. */
export function portalSettings(origin: string, cardsOrigin: string): Record<string, string> {
  return {
    NODE_ENV: 'production',
    ...exampleSettings('development'),
    PORTAL_ORIGIN: origin,
    SESSION_SECRET: randomBytes(32).toString('hex'),
    LOG_LEVEL: 'warn',
    OIDC_ISSUER: outside,
    STRIPE_API_BASE: cardsOrigin,
    STRIPE_JS_URL: `${cardsOrigin}/stripe.js`,
    SMTP_URL: 'smtp://127.0.0.1:9',
  }
}

/** A first start asks the card provider for its account, and here nobody would answer. */
async function rememberAccount(databaseUrl: string): Promise<void> {
  const db = new pg.Client(databaseUrl)
  await db.connect()
  await db.query("select remember_provider_account('acct_bench', false)")
  await db.end()
}

async function signIn(databaseUrl: string, origin: string, secret: string, email: string) {
  const db = new pg.Pool({ connectionString: databaseUrl, max: 1 })
  try {
    const token = newSessionToken()
    const hash = sessionHash(token)
    const identity = { issuer: outside, subject: email, verifiedEmail: email, idToken: 'none' }
    const started = await startSession(db, { hash, ...identity, allowGuest: false })
    if (started !== 'user') throw new Error(`nobody is called ${email}`)
    const xsrf = makeXsrfToken(secret, hash.toString('base64url'))
    return {
      cookie: `${cookieNames(origin).session}=${token}; ${xsrfCookie}=${xsrf}`,
      'accept-encoding': 'gzip, deflate, br',
    }
  } finally {
    await db.end()
  }
}
