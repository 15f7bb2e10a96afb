import { join } from 'node:path'
import { buildApp } from '../apps/server/src/app.ts'
import { readConfig } from '../apps/server/src/config.ts'
import { closeDeps, openDeps } from '../apps/server/src/open-deps.ts'
import { exampleSettings } from './example-settings.ts'

export const documentFile = join(import.meta.portalRoot, 'docs/openapi.json')

/** The description of every call, as the server makes it; nothing outside is asked for it. */
export async function documentText(): Promise<string> {
  const config = readConfig({
    ...exampleSettings('development'),
    PORTAL_ORIGIN: 'http://localhost:3000',
  })
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
