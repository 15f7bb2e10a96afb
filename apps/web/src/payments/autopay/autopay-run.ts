import type { Day } from '@portal/domain/kernel/day'
import { fixHourUtc } from '@portal/domain/payments/autopay'

const dayParts = { year: 'numeric', month: '2-digit', day: '2-digit' } as const
const timeParts = { hour: 'numeric', minute: '2-digit' } as const

/**
 * `9:00 PM UTC (4:00 PM here)`: the terms name UTC, and users live by their own clocks. Where it is another day at that
 * time, the text names that day.
 */
export function utcAndHere(instant: string, timeZone?: string): string {
  const read = (options: Intl.DateTimeFormatOptions, zone: string | undefined) =>
    new Intl.DateTimeFormat('en-US', { ...options, timeZone: zone }).format(new Date(instant))
  const isSameDay = read(dayParts, timeZone) === read(dayParts, 'UTC')
  const here = read(isSameDay ? timeParts : { ...dayParts, ...timeParts }, timeZone)
  const utc = read(timeParts, 'UTC')
  return here === utc ? `${utc} UTC` : `${utc} UTC (${here} here)`
}

/** When the charges of a day are fixed. */
export function fixedAt(day: Day): string {
  return `${day}T${String(fixHourUtc).padStart(2, '0')}:00:00.000Z`
}
