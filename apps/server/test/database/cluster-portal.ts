import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { expect, onTestFinished } from 'vitest'
import { givePositions } from '../../src/integration/give-positions.ts'
import type { Cluster } from './debian-postgres.ts'
import { createDocumentedRoles, runDocumented } from '../integration/documented-commands.ts'
import { startTestPortal, type TestPortal } from '../portal/portal.ts'
import { reportWorker } from '../portal/workers.ts'

/** A portal on a cluster that was set up by docs/operations.md, with the operator's actions. */
interface ClusterPortal {
  portal: TestPortal
  /** The address of a database for a role. */
  urlOf(role: string, database?: string): string
  /** Runs a documented command with the settings of the portal, in a separate folder. */
  run(
    commands: string,
    env?: Record<string, string>,
    input?: string,
  ): ReturnType<typeof runDocumented>
  /** Points all settings to the restored database, which in this test takes the name of the old one. */
  useRestored(): Promise<void>
  folder: string
}

export async function startClusterPortal(cluster: Cluster): Promise<ClusterPortal> {
  const urlOf = (role: string, database = 'portal') =>
    `postgresql://${role}@127.0.0.1:${cluster.port}/${database}`
  await createDocumentedRoles(urlOf('postgres', 'postgres'))
  const folder = mkdtempSync(join(tmpdir(), 'portal-drill-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const migrated = await runDocumented(
    'npm run portal -- migrate',
    { MIGRATION_DATABASE_URL: urlOf('portal_owner') },
    folder,
  )
  expect(migrated).toMatchObject({ code: 0, err: '' })

  const portal = await startTestPortal({
    DATABASE_URL: urlOf('portal_app'),
    SYSTEM_DATABASE_URL: urlOf('portal_system'),
    MIGRATION_DATABASE_URL: urlOf('portal_owner'),
  })
  onTestFinished(() => portal.close())
  // No worker runs here.
  await reportWorker(portal.system)
  const env = {
    ...portal.env,
    BACKUP_DATABASE_URL: urlOf('portal_backup'),
    ADMIN_DATABASE_URL: urlOf('postgres', 'postgres'),
  }
  return {
    portal,
    urlOf,
    folder,
    useRestored: () => useRestored(urlOf('postgres', 'postgres')),
    run: (commands, more = {}, input = '') =>
      runDocumented(commands, { ...env, ...more }, folder, input),
  }
}

async function useRestored(adminUrl: string): Promise<void> {
  const admin = new pg.Client({ connectionString: adminUrl })
  await admin.connect()
  for (const [from, to] of [
    ['portal', 'portal_lost'],
    ['portal_restored', 'portal'],
  ]) {
    await admin.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${from}'`,
    )
    await admin.query(`alter database ${from} rename to ${to}`)
  }
  await admin.end()
}

/** Gives events their positions, as a worker does: doctor reports an event that has waited for a minute. */
export const placeEvents = ({ system }: TestPortal) => givePositions(system, [])
