import { join } from 'node:path'
import { buildApp } from '../apps/server/src/app.ts'
import { readConfig } from '../apps/server/src/config.ts'
import { closeDeps, openDeps } from '../apps/server/src/open-deps.ts'

export const documentFile = join(import.meta.portalRoot, 'docs/openapi.json')

/** The description of every call, as the server makes it; nothing outside is asked for it. */
export async function documentText(): Promise<string> {
  const config = readConfig(settings)
  let deps: ReturnType<typeof openDeps> | undefined
  const app = await buildApp((log) => (deps = openDeps(config, log, 'openapi')), {
    logger: false,
    trustProxy: [],
  })
  await app.ready()
  const text = `${JSON.stringify(app.swagger(), null, 2)}\n`
  await app.close()
  if (deps) await closeDeps(deps)
  return text
}

/** Complete, and of nothing that exists. */
const settings = {
  PORTAL_ENV: 'development',
  PORTAL_ORIGIN: 'http://localhost:3000',
  DATABASE_URL: 'postgresql://nobody@localhost:9/none',
  SESSION_SECRET: 'x'.repeat(32),
  OIDC_ISSUER: 'http://localhost:3001',
  OIDC_CLIENT_ID: 'portal',
  OIDC_CLIENT_SECRET: 'none',
  STRIPE_SECRET_KEY: 'sk_test_none',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_none',
  STRIPE_WEBHOOK_SECRET: 'none',
  STRIPE_API_BASE: 'http://localhost:3002',
  SMTP_URL: 'smtp://localhost:3004',
}
