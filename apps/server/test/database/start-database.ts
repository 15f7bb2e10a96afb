import { rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { startPostgres } from '../../../sandbox/src/database/start-postgres.ts'
import { buildForNode, buildSandbox, sandboxBundle } from '../../../../tools/build-portal.ts'
import { prepareDatabase } from '../../../../tools/prepare-database.ts'
import { makeScratchFolder } from '../../../../tools/scratch-folder.ts'

declare module 'vitest' {
  interface ProvidedContext {
    adminUrl: string
    sandboxBundle: string
    dyingServerBundle: string
    webBundle: string
    workerBundle: string
    commandLineBundle: string
    scratchFolder: string
  }
}

/** One real PostgreSQL for all test files; each file clones the migrated template. */
export default async function startDatabase(project: TestProject) {
  const folder = makeScratchFolder('portal-test-')
  const postgres = await startPostgres({
    dataDir: join(folder, 'database'),
    port: 0,
    // The data does not outlive the run, so it need not reach the disk.
    flags: ['-c', 'fsync=off', '-c', 'full_page_writes=off', '-c', 'max_connections=300'],
  })
  await prepareDatabase(postgres.adminUrl, 'portal_template')
  project.provide('adminUrl', postgres.adminUrl)
  await buildSandbox()
  project.provide('sandboxBundle', sandboxBundle)
  project.provide('dyingServerBundle', await bundle('apps/server/test/processes/dying-server.ts'))
  project.provide('webBundle', await bundle('apps/server/src/main.ts'))
  project.provide('workerBundle', await bundle('apps/server/src/main.worker.ts'))
  project.provide('commandLineBundle', await bundle('apps/server/src/portal.ts'))
  project.provide('scratchFolder', folder)
  return async () => {
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

/** Built once for all files, in the server's folder, so that packages that npm did not hoist are found too. */
async function bundle(entry: string): Promise<string> {
  const name = `${basename(entry, '.ts')}.test.mjs`
  const outfile = join(import.meta.portalRoot, 'apps/server/node_modules/.portal', name)
  await buildForNode(entry, outfile)
  return outfile
}
