import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import pg from 'pg'
import { cookieNames, xsrfCookie } from '../../apps/server/src/platform/http/cookies.ts'
import { makeXsrfToken } from '../../apps/server/src/platform/http/xsrf.ts'
import { inTransaction } from '../../apps/server/src/platform/database/database.ts'
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
  /** Signs a user in without the identity provider. Returns the headers of the user's browser. */
  signIn(email: string): Promise<Record<string, string>>
}

// No server listens at this address: the measured code sends no external requests.
const outside = 'http://127.0.0.1:9'

/** The production web server in a separate process, with logs to a file and the call limiter as in production. */
export async function startPortal(
  urls: DatabaseUrls,
  { logFile, webFolder = '', env = {} }: { logFile: string; webFolder?: string; env?: object },
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
      WEB_FOLDER: webFolder,
      // The limiter runs as in production, but its limit is higher than the load.
      CALLS_PER_MINUTE: '9999999',
      ...env,
    },
    logFile,
  })
  return { origin, pid, signIn: (email) => signIn(urls.app, origin, secret, email) }
}

/** Returns the settings of every process of the portal, without the databases. */
export function portalSettings(origin: string, cardsOrigin: string): Record<string, string> {
  return {
    NODE_ENV: 'production',
    ...exampleSettings('development'),
    PORTAL_ORIGIN: origin,
    SESSION_SECRET: randomBytes(32).toString('hex'),
    OIDC_ISSUER: outside,
    STRIPE_API_BASE: cardsOrigin,
    STRIPE_JS_URL: `${cardsOrigin}/stripe.js`,
    SMTP_URL: 'smtp://127.0.0.1:9',
  }
}

/** Stores the account of the card provider: a first start would request it, but the provider is unavailable here. */
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
    const identity = {
      issuer: outside,
      subject: email,
      verifiedEmail: email,
      idToken: 'none',
      firstName: '',
      lastName: '',
    }
    const client = { ipAddress: '127.0.0.1', userAgent: 'bench', providerDomain: '' }
    const { started } = await inTransaction(db, (tx) =>
      startSession(tx, { hash, ...identity, ...client, allowGuest: false }),
    )
    if (started !== 'user') throw new Error(`no user has the address ${email}`)
    const xsrf = makeXsrfToken([secret], hash.toString('base64url'))
    return {
      cookie: `${cookieNames(origin).session}=${token}; ${xsrfCookie}=${xsrf}`,
      'accept-encoding': 'gzip, deflate, br',
    }
  } finally {
    await db.end()
  }
}
