import pg from 'pg'
import sql from 'sql-template-tag'
import { queryOne, type Database } from './database.ts'

/** The days of the provider. What the books write before `booksDayHour` belongs to the day before. */
export interface BusinessCalendar {
  businessTimeZone: string
  booksDayHour: number
}

/** Returns the calendar that all servers share. */
export async function readCalendar(db: Database): Promise<BusinessCalendar> {
  const row = await queryOne<BusinessCalendar & Record<string, unknown>>(
    db,
    sql`select business_time_zone as "businessTimeZone", books_day_hour as "booksDayHour" from portal_instance`,
  )
  return row!
}

/** Stores it, as portal_owner. Throws if PostgreSQL does not know the zone: its list may be older than that of Node. */
export async function storeCalendar(
  ownerUrl: string,
  { businessTimeZone, booksDayHour }: BusinessCalendar,
): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl, application_name: 'portal migrate' })
  await client.connect()
  try {
    await client.query('select now() at time zone $1', [businessTimeZone])
    await client.query('update portal_instance set business_time_zone = $1, books_day_hour = $2', [
      businessTimeZone,
      booksDayHour,
    ])
  } finally {
    await client.end()
  }
}
