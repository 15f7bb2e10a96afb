/** A calendar day `YYYY-MM-DD`. Never shifted by a time zone: compared and sorted as text. */
export type Day = string

const isoDay = /^(\d{4})-(\d{2})-(\d{2})$/
const slashedDay = /^(\d{1,2})\/(\d{1,2})\/(\d{2}|\d{4})$/
const digitsDay = /^(\d{2})(\d{2})(\d{4})$/

/** The day when year, month and day name one that exists (2/30 does not), else nothing. */
function existingDay(year: number, month: number, day: number): Day | undefined {
  const date = new Date(Date.UTC(year, month - 1, day))
  if (year < 1900 || year > 2199) return undefined
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return undefined
  return date.toISOString().slice(0, 10)
}

/** Reads an ISO calendar day and nothing else. */
export function parseIsoDay(text: string): Day | undefined {
  const match = isoDay.exec(text)
  return match ? existingDay(Number(match[1]), Number(match[2]), Number(match[3])) : undefined
}

/**
 * Reads what people type: `2/3/2026`, `2/3/26`, `02032026` and `2026-02-03` are all
 * February 3rd. Month first, as the portal writes days; anything else is nothing.
 */
export function parseDay(text: string): Day | undefined {
  const trimmed = text.trim()
  const match = slashedDay.exec(trimmed) ?? digitsDay.exec(trimmed)
  if (!match) return parseIsoDay(trimmed)
  const year = Number(match[3])
  return existingDay(year < 100 ? 2000 + year : year, Number(match[1]), Number(match[2]))
}

/** `02/03/2026`, the portal's way to write a day. */
export function formatDay(day: Day): string {
  return `${day.slice(5, 7)}/${day.slice(8, 10)}/${day.slice(0, 4)}`
}

/** `2/3/26`, the way the statement call sends a day; all four digits of a year that two do not say. */
export function shortDay(day: Day): string {
  const year = day.startsWith('20') ? day.slice(2, 4) : day.slice(0, 4)
  return `${Number(day.slice(5, 7))}/${Number(day.slice(8, 10))}/${year}`
}

/** Whole days from one day to a later one; negative when it is earlier. */
export function daysBetween(from: Day, to: Day): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000)
}

export function addDays(day: Day, days: number): Day {
  return new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10)
}

/** The first day of the day's month. */
export function startOfMonth(day: Day): Day {
  return `${day.slice(0, 8)}01`
}

const monthNames = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')

/** `Nov 2026` for a `2026-11` or a whole day. */
export function monthName(month: string): string {
  return `${monthNames[Number(month.slice(5, 7)) - 1] ?? ''} ${month.slice(0, 4)}`.trim()
}

/** `02/03/2026 14:05 UTC` of an instant, for documents and mails that anybody may read anywhere. */
export function formatUtcMinute(instant: string): string {
  return `${formatDay(instant)} ${instant.slice(11, 16)} UTC`
}
