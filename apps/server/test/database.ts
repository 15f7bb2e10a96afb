import { randomUUID } from 'node:crypto'
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
  await asAdmin(adminUrl, `create database ${name} template portal_template owner portal_owner`)
  const urls = databaseUrls(adminUrl, name)
  return {
    appUrl: urls.app,
    systemUrl: urls.system,
    ownerUrl: urls.owner,
    drop: () => asAdmin(adminUrl, `drop database ${name} with (force)`),
  }
}

async function asAdmin(adminUrl: string, statement: string): Promise<void> {
  const admin = new pg.Client({ connectionString: adminUrl })
  await admin.connect()
  try {
    await admin.query(statement)
  } finally {
    await admin.end()
  }
}
