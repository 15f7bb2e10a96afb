import sql from 'sql-template-tag'
import type { Day } from '@portal/domain/kernel/day'
import type { Tx } from './database.ts'

/** Today in the books, in UTC. */
export const today = sql`(portal_now() at time zone 'UTC')::date`

export async function findToday(tx: Tx): Promise<Day> {
  return (await tx.one<{ day: Day }>(sql`select ${today} as day`))!.day
}
