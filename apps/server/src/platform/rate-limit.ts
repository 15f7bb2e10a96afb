import sql from 'sql-template-tag'
import type { Database } from './database.ts'
import { Refusal } from './refusal.ts'

const later = {
  minute: 'Please wait a minute and try again.',
  hour: 'Please try again in an hour.',
  day: 'Please try again tomorrow.',
}

/**
 * Counts a hit of the key in the current minute, hour or day (UTC) of the database's clock, shared by all
 * replicas; refuses with 429 past the limit. When the database is away the call fails: it never lets through.
 */
export async function limitRate(
  db: Database,
  key: string,
  limit: number,
  window: keyof typeof later = 'minute',
): Promise<void> {
  const { rows } = await db.query<{ hits: number; left: number }>(sql`
    insert into rate_window (key, minute, hits) values (${key}, date_trunc(${window}, now(), 'UTC'), 1)
        on conflict (key, minute) do update set hits = rate_window.hits + 1
 returning hits, ceil(extract(epoch from date_trunc(${window}, now() at time zone 'UTC')
           + ${`1 ${window}`}::interval - now() at time zone 'UTC'))::int as left`)
  const [row] = rows
  if (row && row.hits > limit)
    throw new Refusal(429, `Too many requests. ${later[window]}`, row.left)
}
