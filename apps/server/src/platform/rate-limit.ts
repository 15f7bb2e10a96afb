import sql from 'sql-template-tag'
import type { Database } from './database.ts'
import { tooMany } from './refusal.ts'

const later = {
  minute: 'Please wait a minute and try again.',
  hour: 'Please try again in an hour.',
  day: 'Please try again tomorrow.',
}

/**
 * Counts the actions of a person, company or address in the current minute, hour or day (UTC) of
 * the database's clock, shared by all replicas; refuses with 429 past the limit. If the database is
 * down the call fails: it never allows the action.
 */
export async function limitRate(
  db: Database,
  what: string,
  who: string,
  limit: number,
  window: keyof typeof later = 'minute',
): Promise<void> {
  const { rows } = await db.query<{ hits: number; left: number }>(sql`
    insert into rate_window (key, minute, hits) values (${`${what} ${who}`}, date_trunc(${window}, now(), 'UTC'), 1)
        on conflict (key, minute) do update set hits = rate_window.hits + 1
 returning hits, ceil(extract(epoch from date_trunc(${window}, now() at time zone 'UTC')
           + ${`1 ${window}`}::interval - now() at time zone 'UTC'))::int as left`)
  const [row] = rows
  if (row && row.hits > limit)
    throw tooMany(`Too many requests. ${later[window]}`, row.left, what, row.hits === limit + 1)
}
