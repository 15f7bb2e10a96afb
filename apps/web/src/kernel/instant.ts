const moment = new Intl.DateTimeFormat('en-US', {
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: 'numeric',
  minute: '2-digit',
})
const day = new Intl.DateTimeFormat('en-US', { year: 'numeric', month: '2-digit', day: '2-digit' })

/** `11/21/2026, 3:04 PM` in the person's own time. */
export function formatInstant(instant: string): string {
  return moment.format(new Date(instant))
}

/** The person's own calendar day of an instant, `11/21/2026`. */
export function formatInstantDay(instant: string): string {
  return day.format(new Date(instant))
}
