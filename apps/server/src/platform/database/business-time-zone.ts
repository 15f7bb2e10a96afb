import pg from 'pg'
import sql from 'sql-template-tag'
import { queryOne, type Database } from './database.ts'

/** The time zone whose days are business days. All servers read the same one. */
export async function readBusinessTimeZone(db: Database): Promise<string> {
  const row = await queryOne<{ zone: string }>(
    db,
    sql`select business_time_zone as zone from portal_instance`,
  )
  return row!.zone
}

/** Stores it, as portal_owner. Throws if PostgreSQL does not know it: its list may be older than that of Node. */
export async function storeBusinessTimeZone(ownerUrl: string, timeZone: string): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl, application_name: 'portal migrate' })
  await client.connect()
  try {
    await client.query('select now() at time zone $1', [timeZone])
    await client.query('update portal_instance set business_time_zone = $1', [timeZone])
  } finally {
    await client.end()
  }
}
