import { formatDay, type Day } from '@portal/domain/kernel/day'

/** `11/01/2026 – 11/24/2026`, `from 11/01/2026` or `until 11/24/2026`; empty without a day. */
export function periodText(from: Day | undefined, to: Day | undefined): string {
  if (from && to) return `${formatDay(from)} – ${formatDay(to)}`
  return from ? `from ${formatDay(from)}` : to ? `until ${formatDay(to)}` : ''
}
