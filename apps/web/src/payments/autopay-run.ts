import { formatDay, type Day } from '@portal/domain/kernel/day'
import { formatInstant, formatInstantDay } from '../kernel/instant.ts'

const time = new Intl.DateTimeFormat('en-US', {
  hour: 'numeric',
  minute: '2-digit',
  timeZoneName: 'short',
})
const zone = new Intl.DateTimeFormat('en-US', { timeZoneName: 'short' })

/**
 * When a day's run begins, on the clock of whoever looks: `at 4:00 PM EST`. East of Greenwich it may already be the
 * next day there, which is then said.
 */
export function runText(day: Day, runsAt: string): string {
  if (formatInstantDay(runsAt) === formatDay(day)) return `at ${time.format(new Date(runsAt))}`
  const name = zone.formatToParts(new Date(runsAt)).find(({ type }) => type === 'timeZoneName')
  return `on ${formatInstant(runsAt)} ${name?.value ?? ''}`.trim()
}
