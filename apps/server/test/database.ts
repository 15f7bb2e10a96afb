import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { inject } from 'vitest'
import { databaseUrls } from '../../../tools/prepare-database.ts'

export interface TestDatabase {
  appUrl: string
  systemUrl: string
  ownerUrl: string
  /** Ends every connection to it and removes it. */
  drop(): Promise<void>
}

/** A fresh, migrated, empty database of its own. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const adminUrl = inject('adminUrl')
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await asAdmin(adminUrl, (admin) =>
    admin.query(
      `create database ${name} template portal_template owner portal_owner strategy file_copy`,
    ),
  )
  const urls = databaseUrls(adminUrl, name)
  return {
    appUrl: urls.app,
    systemUrl: urls.system,
    ownerUrl: urls.owner,
    drop: () => asAdmin(adminUrl, (admin) => dropDatabase(admin, name)),
  }
}

async function dropDatabase(admin: pg.Client, name: string): Promise<void> {
  // A client that has ended is still connected for a moment: the forced drop would be an error to it.
  const connected = `select from pg_stat_activity where datname = '${name}'`
  for (let tries = 0; tries < 100 && (await admin.query(connected)).rowCount; tries += 1)
    await sleep(10)
  await admin.query(`drop database ${name} with (force)`)
}

async function asAdmin(
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
