import sql from 'sql-template-tag'
import type { Day } from '@portal/domain/kernel/day'
import type { Tx } from './database.ts'

/** The business day: today in the provider's time zone. Decides what is due, overdue and in force (decision 0105). */
export const today = sql`(select business_today())`

/** The day that AutoPay charges next or now: today in UTC. */
export const autoPayDay = sql`(portal_now() at time zone 'UTC')::date`

export async function findToday(tx: Tx): Promise<Day> {
  return (await tx.one<{ day: Day }>(sql`select ${today} as day`))!.day
}
