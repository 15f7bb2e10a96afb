import { addDays, type Day } from '../kernel/day.ts'
import { isExpired } from './card-expiry.ts'

interface Dated {
  expirationMonth: number
  expirationYear: number
}

/** A card that ends within so many days should be followed by another one in time. */
const noticeDays = 60

/** The last day a card can be used: the end of the month printed on it. */
export function lastDayOf({ expirationMonth, expirationYear }: Dated): Day {
  const next = new Date(Date.UTC(expirationYear, expirationMonth, 1)).toISOString().slice(0, 10)
  return addDays(next, -1)
}

/** Whether a card has expired or soon will; nothing when it is good for longer. */
export function expiryNotice(card: Dated, today: Day): 'expired' | 'soon' | undefined {
  if (isExpired(card, today)) return 'expired'
  return lastDayOf(card) <= addDays(today, noticeDays) ? 'soon' : undefined
}
