import { plural } from '@portal/domain/kernel/plural'

/** `3 days`: how long ago an instant was, in the largest whole unit. */
export function ageText(since: string, now: Date): string {
  const minutes = Math.max(0, Math.floor((now.getTime() - new Date(since).getTime()) / 60_000))
  if (minutes < 1) return 'just now'
  if (minutes < 60) return plural(minutes, 'minute')
  if (minutes < 24 * 60) return plural(Math.floor(minutes / 60), 'hour')
  return plural(Math.floor(minutes / 1440), 'day')
}
