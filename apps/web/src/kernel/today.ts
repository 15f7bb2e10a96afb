import type { Day } from '@portal/domain/kernel/day'

/** Today in the user's time zone. Compared only with days, never with instants. */
export function today(): Day {
  return dayOf(new Date())
}

/** Today in UTC: the day that AutoPay charges next or now. */
export function autoPayToday(): Day {
  return new Date().toISOString().slice(0, 10)
}

/** The calendar day of a local date, without conversion to UTC. */
export function dayOf(date: Date): Day {
  const month = String(date.getMonth() + 1).padStart(2, '0')
  const day = String(date.getDate()).padStart(2, '0')
  return `${date.getFullYear()}-${month}-${day}`
}

/** A local date at noon, so that daylight saving cannot move it to another day. */
export function dateOf(day: Day): Date {
  return new Date(
    Number(day.slice(0, 4)),
    Number(day.slice(5, 7)) - 1,
    Number(day.slice(8, 10)),
    12,
  )
}
