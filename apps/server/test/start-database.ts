import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { startPostgres } from '../../sandbox/src/database/start-postgres.ts'
import { buildForNode, buildSandbox, sandboxBundle } from '../../../tools/build-portal.ts'
import { prepareDatabase } from '../../../tools/prepare-database.ts'

declare module 'vitest' {
  interface ProvidedContext {
    adminUrl: string
    sandboxBundle: string
    dyingServerBundle: string
    workerBundle: string
    scratchFolder: string
  }
}

/** One real PostgreSQL for all test files; each file clones the migrated template. */
export default async function startDatabase(project: TestProject) {
  const folder = await mkdtemp(join(tmpdir(), 'portal-test-'))
  const postgres = await startPostgres({
    dataDir: join(folder, 'database'),
    port: 0,
    // Nothing here outlives the run, so nothing need reach the disk.
    flags: ['-c', 'fsync=off', '-c', 'full_page_writes=off', '-c', 'max_connections=300'],
  })
  await prepareDatabase(postgres.adminUrl, 'portal_template')
  project.provide('adminUrl', postgres.adminUrl)
  await buildSandbox()
  project.provide('sandboxBundle', sandboxBundle)
  const dyingServer = join(
    import.meta.portalRoot,
    'apps/server/node_modules/.portal/dying-server.mjs',
  )
  await buildForNode('apps/server/test/dying-server.ts', dyingServer)
  project.provide('dyingServerBundle', dyingServer)
  const worker = join(import.meta.portalRoot, 'apps/server/node_modules/.portal/worker.mjs')
  await buildForNode('apps/server/src/main.worker.ts', worker)
  project.provide('workerBundle', worker)
  project.provide('scratchFolder', folder)
  return async () => {
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
}
