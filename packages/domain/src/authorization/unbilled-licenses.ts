import type { Bill, BillLine } from '../changes/bill.ts'
import type { Month } from '../kernel/month.ts'
import type { Authorization } from './authorization.ts'
import type { Grants, KnownLicense } from './grants.ts'
import { lastDay } from './read-charge.ts'

/**
 * Returns the licenses that ran all of a month and that none of its bills charges. Said only of products that are charged
 * every month and of which every line of the month names its license, by id or by name: otherwise another line may be
 * the one.
 */
export function unbilledLicenses(
  bills: readonly Bill[],
  states: ReadonlyMap<BillLine, Authorization>,
  { licenses, isWhole, productOf }: Grants,
  month: Month,
): KnownLicense[] {
  if (!isWhole) return []
  const charged = new Set<string>()
  const products = new Map<string, boolean>()
  for (const line of bills.flatMap((bill) => bill.lines)) {
    const found = states.get(line)
    if (found?.license) charged.add(found.license.licenseId)
    // Also by a line that says it is free.
    if (line.licenseId && line.totalCents >= 0) charged.add(line.licenseId)
    const productId = productOf(line)?.productId
    if (!found || found.state === 'none' || !productId) continue
    products.set(productId, (products.get(productId) ?? true) && found.license !== undefined)
  }
  return licenses.filter(
    (one) =>
      products.get(one.productId) === true &&
      !charged.has(one.licenseId) &&
      !one.endIsUnknown &&
      one.isChargedMonthly &&
      one.monthlyPrice !== 0 &&
      (one.since === null || one.since <= `${month}-01`) &&
      (one.until === null || one.until >= lastDay(month)),
  )
}
