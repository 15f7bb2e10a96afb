const moment = new Intl.DateTimeFormat('en-US', {
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: 'numeric',
  minute: '2-digit',
})
const second = new Intl.DateTimeFormat('en-US', {
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: 'numeric',
  minute: '2-digit',
  second: '2-digit',
})
const day = new Intl.DateTimeFormat('en-US', { year: 'numeric', month: '2-digit', day: '2-digit' })

/** `11/21/2026, 3:04 PM` in the user's time zone. */
export function formatInstant(instant: string): string {
  return moment.format(new Date(instant))
}

/** `11/21/2026, 3:04:05 PM` in the user's time zone, for records of actions. */
export function formatInstantSecond(instant: string): string {
  return second.format(new Date(instant))
}

/** The calendar day of an instant in the user's time zone, `11/21/2026`. */
export function formatInstantDay(instant: string): string {
  return day.format(new Date(instant))
}
