import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { inject } from 'vitest'
import { reserveTemporaryTables } from '../../src/platform/database/migrate.ts'
import { databaseUrls } from '../../../../tools/prepare-database.ts'

export interface TestDatabase {
  appUrl: string
  systemUrl: string
  ownerUrl: string
  /** Ends every connection to the database and drops the database. */
  drop(): Promise<void>
}

/** Creates a separate database, migrated and empty. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const adminUrl = inject('adminUrl')
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await asAdmin(adminUrl, (admin) =>
    admin.query(
      `create database ${name} template portal_template owner portal_owner strategy file_copy`,
    ),
  )
  const urls = databaseUrls(adminUrl, name)
  await asAdmin(urls.owner, reserveTemporaryTables)
  return {
    appUrl: urls.app,
    systemUrl: urls.system,
    ownerUrl: urls.owner,
    drop: () => asAdmin(adminUrl, (admin) => dropDatabase(admin, name)),
  }
}

export async function dropDatabase(admin: pg.Client, name: string): Promise<void> {
  // An ended client stays connected for a moment: a forced drop would be an error to it.
  const connected = `select from pg_stat_activity where datname = '${name}'`
  for (let tries = 0; tries < 100 && (await admin.query(connected)).rowCount; tries += 1)
    await sleep(10)
  await admin.query(`drop database ${name} with (force)`)
}

export async function asAdmin(
  adminUrl: string,
  work: (admin: pg.Client) => Promise<unknown>,
): Promise<void> {
  const admin = new pg.Client({ connectionString: adminUrl })
  await admin.connect()
  try {
    await work(admin)
  } finally {
    await admin.end()
  }
}
