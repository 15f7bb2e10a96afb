import type { Day } from '@portal/domain/kernel/day'

/** The person's own calendar day; only ever compared with days, never with instants. */
export function today(): Day {
  return dayOf(new Date())
}

/** The calendar day a local date shows, without a detour through UTC. */
export function dayOf(date: Date): Day {
  const month = String(date.getMonth() + 1).padStart(2, '0')
  const day = String(date.getDate()).padStart(2, '0')
  return `${date.getFullYear()}-${month}-${day}`
}

/** A local date at noon, so that no daylight-saving shift can move it to a neighbouring day. */
export function dateOf(day: Day): Date {
  return new Date(
    Number(day.slice(0, 4)),
    Number(day.slice(5, 7)) - 1,
    Number(day.slice(8, 10)),
    12,
  )
}
