import type { Bill, BillLine } from '../changes/bill.ts'
import type { Month } from '../kernel/month.ts'
import type { Authorization } from './authorization.ts'
import type { Grants, KnownLicense } from './grants.ts'
import { lastDay } from './read-charge.ts'

/**
 * Returns the licenses that ran for the whole month and that none of its bills charges. Only for products that are charged
 * every month, and if every line of such a product names its license by id or name: otherwise one of the other lines may
 * charge the license.
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
    // A line of zero also counts as charging its license.
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
