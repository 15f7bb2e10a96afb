/** A calendar day `YYYY-MM-DD`. It has no time zone; it is compared and sorted as text. */
export type Day = string

const isoDay = /^(\d{4})-(\d{2})-(\d{2})$/
const slashedDay = /^(\d{1,2})\/(\d{1,2})\/(\d{2}|\d{4})$/
const digitsDay = /^(\d{2})(\d{2})(\d{4})$/

/** Returns the day, or undefined if it does not exist (2/30). */
function existingDay(year: number, month: number, day: number): Day | undefined {
  const date = new Date(Date.UTC(year, month - 1, day))
  if (year < 1900 || year > 2199) return undefined
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return undefined
  return date.toISOString().slice(0, 10)
}

/** Reads an ISO calendar day. Returns undefined for anything else. */
export function parseIsoDay(text: string): Day | undefined {
  const match = isoDay.exec(text)
  return match ? existingDay(Number(match[1]), Number(match[2]), Number(match[3])) : undefined
}

/**
 * Reads a typed day: `2/3/2026`, `2/3/26`, `02032026` and `2026-02-03` are all February 3rd. The month is first, as in
 * the days that the portal shows. Returns undefined for anything else.
 */
export function parseDay(text: string): Day | undefined {
  const trimmed = text.trim()
  const match = slashedDay.exec(trimmed) ?? digitsDay.exec(trimmed)
  if (!match) return parseIsoDay(trimmed)
  const year = Number(match[3])
  return existingDay(year < 100 ? 2000 + year : year, Number(match[1]), Number(match[2]))
}

/** Returns `02/03/2026`, the format of days in the portal. */
export function formatDay(day: Day): string {
  return `${day.slice(5, 7)}/${day.slice(8, 10)}/${day.slice(0, 4)}`
}

/** Returns `2/3/26`, the format of the statement call; years before 2000 or after 2099 have four digits. */
export function shortDay(day: Day): string {
  const year = day.startsWith('20') ? day.slice(2, 4) : day.slice(0, 4)
  return `${Number(day.slice(5, 7))}/${Number(day.slice(8, 10))}/${year}`
}

/** Returns the whole days from one day to another; negative if the other is earlier. */
export function daysBetween(from: Day, to: Day): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000)
}

export function addDays(day: Day, days: number): Day {
  return new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10)
}

const formatters = new Map<string, Intl.DateTimeFormat>()

/** Returns the calendar day of an instant in a time zone of the IANA database. Throws a RangeError if there is no such zone. */
export function dayIn(timeZone: string, instant: Date): Day {
  let formatter = formatters.get(timeZone)
  if (!formatter) {
    // Swedish days are written as `YYYY-MM-DD`.
    const parts = { year: 'numeric', month: '2-digit', day: '2-digit' } as const
    formatters.set(timeZone, (formatter = new Intl.DateTimeFormat('sv-SE', { timeZone, ...parts })))
  }
  return formatter.format(instant)
}

/** Returns the first day of the month. */
export function startOfMonth(day: Day): Day {
  return `${day.slice(0, 8)}01`
}

const monthNames = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')

/** Returns `Nov 2026` for `2026-11` or for a day. */
export function monthName(month: string): string {
  return `${monthNames[Number(month.slice(5, 7)) - 1] ?? ''} ${month.slice(0, 4)}`.trim()
}

/** Returns `02/03/2026 14:05 UTC`, for documents and mails: the reader's time zone is not known. */
export function formatUtcMinute(instant: string): string {
  return `${formatDay(instant)} ${instant.slice(11, 16)} UTC`
}
