import { addDays, type Day } from '../kernel/day.ts'
import { isExpired } from './card-expiry.ts'

interface Dated {
  expirationMonth: number
  expirationYear: number
}

/** A card that expires within this many days should be replaced soon. */
const noticeDays = 60

/** Returns the last day on which a card can be used: the end of its printed month. */
export function lastDayOf({ expirationMonth, expirationYear }: Dated): Day {
  const next = new Date(Date.UTC(expirationYear, expirationMonth, 1)).toISOString().slice(0, 10)
  return addDays(next, -1)
}

/** Returns whether a card has expired or will expire soon, or undefined if neither. */
export function expiryNotice(card: Dated, today: Day): 'expired' | 'soon' | undefined {
  if (isExpired(card, today)) return 'expired'
  return lastDayOf(card) <= addDays(today, noticeDays) ? 'soon' : undefined
}
