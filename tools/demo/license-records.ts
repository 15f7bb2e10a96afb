import type { Day } from '@portal/domain/kernel/day'
import { decimalString } from '@portal/domain/kernel/money'
import { monthlyCents } from './charges.ts'
import type { Customer } from './customers.ts'
import { userOn, type StoryLicense } from './license-story.ts'
import { turnsOfYear } from './months.ts'
import { productOf } from './products.ts'

/** Yields running and ended licenses by the provider's records. An end that is only planned is known by its order. */
export function* licenseRecords(customer: Customer, licenses: readonly StoryLicense[], today: Day) {
  const { accountId, customerNumbers, hasRecords } = customer
  if (!hasRecords) return
  const [, next] = turnsOfYear(today)
  for (const license of licenses) {
    const { id, productId, networkId, coveredCompany, since, until, addedBy, at } = license
    if (since > today) continue
    const { currency } = customerNumbers[at]!
    const priceOn = (day: Day) =>
      decimalString(monthlyCents(productId, currency, day, today), currency)
    const hasEnded = until !== null && until < today
    yield {
      record: 'license',
      licenseId: id,
      accountId,
      productId,
      networkId,
      userName: userOn(license, today),
      coveredCompany,
      since,
      ...(hasEnded && { until }),
      monthlyPrice: priceOn(today),
      ...(productOf(productId).priceNext &&
        !hasEnded && { nextMonthlyPrice: priceOn(next), nextPriceFrom: next }),
      currencyIsoCode: currency,
      licenseOrderId: addedBy.id,
      status: hasEnded ? 'Ended' : 'Active',
    }
  }
}
