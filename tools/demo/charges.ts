import { addDays, daysBetween, formatDay, type Day } from '@portal/domain/kernel/day'
import { toCents } from '@portal/domain/kernel/money'
import type { StoryLicense } from './license-story.ts'
import { addMonths, lastDayOf, turnsOfYear } from './months.ts'
import { productOf } from './products.ts'

/** What a bill charges for a license, with amounts in minor units. */
export interface Charge {
  license: StoryLicense
  from: Day
  to: Day
  chargeType: 'recurring' | 'prorated' | 'credit'
  quantity: number
  cents: number
  total: number
  moreInfo: string
}

const rates: Record<string, number> = { USD: 1, EUR: 0.92, GBP: 0.79 }

const inCents = (usd: string, currency: string) =>
  Math.round(toCents(Number(usd), 'USD') * rates[currency]!)

export function monthlyCents(productId: string, currency: string, day: Day, today: Day): number {
  const { monthlyPrice, priceBefore, priceNext } = productOf(productId)
  const [last, next] = turnsOfYear(today)
  const price = day < last ? priceBefore : day >= next ? priceNext : undefined
  return inCents(price ?? monthlyPrice ?? '0', currency)
}

/** Returns the one-time price of a product, per piece. */
export const onceCents = (productId: string, currency: string): number =>
  inCents(productOf(productId).price ?? '0', currency)

/**
 * Returns what a month's bill charges in advance for a license, and the correction for the part of the previous month that
 * the previous bill charged too low or too high.
 */
export function chargesOf(
  license: StoryLicense,
  month: Day,
  currency: string,
  today: Day,
): Charge[] {
  const { billingMonths, prorates } = productOf(license.productId)
  const { since, until } = license
  const before = addMonths(month, -1)
  const lastBefore = addDays(month, -1)
  const priceOn = (day: Day) => monthlyCents(license.productId, currency, day, today)
  const charges: Charge[] = []
  const charge = (of: Omit<Charge, 'license' | 'total' | 'cents'>) => {
    const cents = priceOn(of.from)
    charges.push({ ...of, license, cents, total: Math.round(of.quantity * cents) })
  }
  const share = (from: Day) =>
    Math.round(((daysBetween(from, lastBefore) + 1) / daysBetween(before, month)) * 10_000) / 10_000
  if (prorates && since > before && since < month)
    charge({
      from: since,
      to: lastBefore,
      chargeType: 'prorated',
      quantity: share(since),
      moreInfo: `Started on ${formatDay(since)}`,
    })
  if (prorates && until !== null && until >= before && until < lastBefore)
    charge({
      from: addDays(until, 1),
      to: lastBefore,
      chargeType: 'credit',
      quantity: -share(addDays(until, 1)),
      moreInfo: `Ended on ${formatDay(until)}`,
    })
  const isBilled = (Number(month.slice(5, 7)) - 1) % billingMonths === 0
  if (isBilled && since <= month && (until === null || until >= month))
    charge(wholePeriod(month, billingMonths))
  return charges
}

export const wholePeriod = (month: Day, billingMonths: number) => ({
  from: month,
  to: lastDayOf(addMonths(month, billingMonths - 1)),
  chargeType: 'recurring' as const,
  quantity: billingMonths,
  moreInfo: '',
})
