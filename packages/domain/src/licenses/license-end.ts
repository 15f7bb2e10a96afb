import { addDays, formatDay, type Day } from '../kernel/day.ts'
import type { HeldLicense } from './held.schema.ts'
import { requestTypes } from './request-types.ts'

type Held = Pick<HeldLicense, 'startsOn' | 'endsOn' | 'isProvided'> & {
  asked: Pick<NonNullable<HeldLicense['asked']>, 'type' | 'day'> | null
}

/** Whether the end is from the provider's record; otherwise an order cancelled the license. */
const isByRecord = ({ isProvided, asked, endsOn }: Held) =>
  isProvided && !(asked?.type === requestTypes.cancel && asked.day === endsOn)

/**
 * Returns the last day on which a license runs, or undefined if it is unknown: after the day of its cancellation, a
 * license runs until the provider ends it. A license that is cancelled before its start has no last day.
 */
export function lastDayOf(license: Held, today: Day): Day | undefined {
  const { startsOn, endsOn } = license
  if (endsOn === null) return undefined
  const lastDay = addDays(endsOn, -1)
  if (isByRecord(license)) return lastDay
  return lastDay < today || lastDay < (startsOn ?? lastDay) ? undefined : lastDay
}

/** Returns the state of a license that is cancelled and has no known last day. */
export const cancelledState = ({ startsOn }: Held, today: Day) =>
  (startsOn ?? '') > today ? 'Cancelled' : 'Cancelled, still active'

/** Returns why a license that ends cannot be changed or cancelled; undefined if it has no end. */
export function endRefusal(license: Held): string | undefined {
  const { endsOn } = license
  if (endsOn === null) return undefined
  return isByRecord(license)
    ? `This license already ends: its last day is ${formatDay(addDays(endsOn, -1))}.`
    : `This license is already cancelled, as of ${formatDay(endsOn)}.`
}
