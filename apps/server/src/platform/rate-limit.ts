import sql from 'sql-template-tag'
import { queryOne, type Database, type Tx } from './database.ts'
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
  const { hits, left } = await countHit(db, what, who, window)
  if (hits > limit)
    throw tooMany(`Too many requests. ${later[window]}`, left, what, hits === limit + 1)
}

/** How many actions there are in a window, and the seconds to its end. */
interface Hits {
  hits: number
  left: number
}

/** Counts an action. */
export async function countHit(
  db: Database | Tx,
  what: string,
  who: string,
  window: keyof typeof later,
): Promise<Hits> {
  const row = await queryOne<Hits & Record<string, unknown>>(
    db,
    sql`
    insert into rate_window (key, minute, hits) values (${`${what} ${who}`}, ${startOf(window)}, 1)
        on conflict (key, minute) do update set hits = rate_window.hits + 1
 returning hits, ${leftOf(window)} as left`,
  )
  return row!
}

/** The same without counting one. */
export async function readHits(
  db: Database | Tx,
  what: string,
  who: string,
  window: keyof typeof later,
): Promise<Hits> {
  const row = await queryOne<Hits & Record<string, unknown>>(
    db,
    sql`
    select coalesce((select hits from rate_window
                      where key = ${`${what} ${who}`} and minute = ${startOf(window)}), 0) as hits,
           ${leftOf(window)} as left`,
  )
  return row!
}

const startOf = (window: string) => sql`date_trunc(${window}, now(), 'UTC')`
const leftOf = (window: string) => sql`
  ceil(extract(epoch from date_trunc(${window}, now() at time zone 'UTC')
       + ${`1 ${window}`}::interval - now() at time zone 'UTC'))::int`
