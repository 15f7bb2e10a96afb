import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { listSettings } from '../apps/server/src/settings/setting.ts'
import { sections } from '../apps/server/src/settings/settings.ts'
import { demoBusiness } from './demo/demo-business.ts'
import { exampleSettings } from './example-settings.ts'
import type { DatabaseUrls } from './prepare-database.ts'

export interface Ports {
  portal: number
  identity: number
  cards: number
  mail: number
  smtp: number
  database: number
}

export function readPorts(env: NodeJS.ProcessEnv): Ports {
  const read = (name: string, fallback: number) => {
    const value = Number(env[name] || fallback)
    if (!Number.isInteger(value) || value < 1 || value > 65_535)
      throw new Error(`${name} must be a port number, not "${env[name]}".`)
    return value
  }
  const portal = read('PORT', 3000)
  return {
    portal,
    identity: read('IDENTITY_PORT', portal + 1),
    cards: read('CARDS_PORT', portal + 2),
    mail: read('MAIL_PORT', portal + 3),
    smtp: read('SMTP_PORT', portal + 4),
    database: read('POSTGRES_PORT', portal + 5),
  }
}

/** Returns the settings of sandbox, web server and worker in development; given values are kept. */
export function developmentSettings(
  given: NodeJS.ProcessEnv,
  ports: Ports,
  dataDir: string,
  urls: DatabaseUrls,
): Record<string, string> {
  const secrets = readSecrets(dataDir)
  const origin = given.PORTAL_ORIGIN || `http://localhost:${ports.portal}`
  const settings: Record<string, string> = {
    ...exampleSettings('development'),
    ...demoBusiness,
    PORTAL_DATA_DIR: dataDir,
    PORTAL_ORIGIN: origin,
    PORT: String(ports.portal),
    IDENTITY_PORT: String(ports.identity),
    CARDS_PORT: String(ports.cards),
    MAIL_PORT: String(ports.mail),
    SMTP_PORT: String(ports.smtp),
    DATABASE_URL: urls.app,
    SYSTEM_DATABASE_URL: urls.system,
    MIGRATION_DATABASE_URL: urls.owner,
    SESSION_SECRET: secrets.session,
    OIDC_ISSUER: `http://localhost:${ports.identity}`,
    OIDC_CLIENT_ID: 'portal',
    OIDC_CLIENT_SECRET: 'sandbox-secret-not-for-production',
    STRIPE_SECRET_KEY: 'sk_test_sandbox',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_sandbox',
    STRIPE_WEBHOOK_SECRET: secrets.webhook,
    STRIPE_API_BASE: `http://localhost:${ports.cards}`,
    STRIPE_JS_URL: `http://localhost:${ports.cards}/endive/stripe.js`,
    CARDS_WEBHOOK_URL: `http://127.0.0.1:${ports.portal}/api/payment/provider-events`,
    CARDS_WEBHOOK_SECRET: secrets.webhook,
    // All users of the demo have the same network address.
    CHECKOUTS_PER_ADDRESS: '200',
    SMTP_URL: `smtp://localhost:${ports.smtp}`,
  }
  // An empty value counts as missing.
  const all = Object.fromEntries(
    Object.entries({ ...settings, ...given }).flatMap(([name, value]) => {
      const text = value?.trim() || settings[name]
      return text ? [[name, text]] : []
    }),
  )
  // Settings for the command line, which needs those of the worker.
  const known = listSettings(sections).map(({ name }) => [name, all[name]])
  const text = JSON.stringify(Object.fromEntries(known), undefined, 2)
  writeFileSync(join(dataDir, 'settings.json'), `${text}\n`, { mode: 0o600 })
  return all
}

interface Secrets {
  session: string
  webhook: string
}

/** Secrets are created once per data folder, so that users stay signed in after a restart. */
function readSecrets(dataDir: string): Secrets {
  const file = join(dataDir, 'secrets.json')
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as Secrets
  const random = () => randomBytes(32).toString('hex')
  const secrets = { session: random(), webhook: `whsec_${random()}` }
  writeFileSync(file, JSON.stringify(secrets), { mode: 0o600 })
  return secrets
}
