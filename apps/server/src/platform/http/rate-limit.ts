import sql from 'sql-template-tag'
import { queryOne, type Database, type Tx } from '../database/database.ts'
import { tooMany } from './refusal.ts'

const later = {
  minute: 'Please wait a minute and try again.',
  hour: 'Please try again in an hour.',
  day: 'Please try again tomorrow.',
}

/**
 * Counts the actions of a person, company or address in the current minute, hour or day (UTC) of the database's clock, for all
 * replicas together; refuses with 429 past the limit. If the database is down, the call fails: the action is never allowed.
 */
export async function limitRate(
  db: Database,
  what: string,
  who: string,
  limit: number,
  window: keyof typeof later = 'minute',
): Promise<void> {
  const { hits, left } = await countHit(db, what, who, window)
  if (hits > limit)
    throw tooMany(`Too many requests. ${later[window]}`, left, what, hits === limit + 1)
}

/**
 * Counts an action; returns the number of actions in the window, and the seconds until the window ends. With `actions` 0,
 * nothing is counted.
 */
export async function countHit(
  db: Database | Tx,
  what: string,
  who: string,
  window: keyof typeof later,
  actions: 0 | 1 = 1,
): Promise<{ hits: number; left: number }> {
  const row = await queryOne<{ hits: number; left: number }>(
    db,
    sql`
    insert into rate_window (key, minute, hits) values (${`${what} ${who}`}, date_trunc(${window}, now(), 'UTC'), ${actions})
        on conflict (key, minute) do update set hits = rate_window.hits + excluded.hits
 returning hits, ceil(extract(epoch from date_trunc(${window}, now() at time zone 'UTC')
           + ${`1 ${window}`}::interval - now() at time zone 'UTC'))::int as left`,
  )
  return row!
}
