import { addDays, type Day } from '@portal/domain/kernel/day'
import { addMonths as monthsLater } from '@portal/domain/kernel/month'

/** The demo has the bills of this many months; the last one is that of today. */
export const months = 18

/**
 * A day of the demo: the month, where 0 is the oldest one with bills, and the day of the month, where 0 is the day before
 * the month.
 */
export type At = readonly [month: number, day: number]

export const monthAt = (today: Day, month: number): Day => addMonths(today, month - months + 1)

export const dayAt = (today: Day, [month, day]: At): Day => addDays(monthAt(today, month), day - 1)

/** Returns the first day of the month this many months later. */
export const addMonths = (day: Day, count: number): Day =>
  `${monthsLater(day.slice(0, 7), count)}-01`

export const lastDayOf = (month: Day): Day => addDays(addMonths(month, 1), -1)

/** Returns the last turn of a year, and the next one. */
export const turnsOfYear = (today: Day): [last: Day, next: Day] => {
  const year = Number(today.slice(0, 4))
  return [`${year}-01-01`, `${year + 1}-01-01`]
}
