import { formatMoney, fromCents, toCents, type Cents } from '../kernel/money.ts'
import type { MonthlyEffect, Product } from './licenses.schema.ts'
import { itemCount } from './line-items.ts'
import { requestTypes } from './request-types.ts'

interface OrderedItem {
  customerOrderRequestTypeId?: unknown
  productSku?: unknown
  licenseId?: unknown
}

/**
 * Returns how an order changes the monthly cost at list prices. The change of a license costs nothing; a cancellation
 * saves its price if the license is known.
 */
export function monthlyEffect(
  items: readonly OrderedItem[],
  products: ReadonlyMap<string, Pick<Product, 'monthlyPrice' | 'currencyIsoCode'>>,
): MonthlyEffect {
  const totals = new Map<string, Cents>()
  let unpriced = 0
  for (const item of items) {
    const direction = directionOf(item)
    if (direction === 0) continue
    const product = products.get(String(item.productSku))
    if (product?.monthlyPrice == null) unpriced += 1
    else {
      const { currencyIsoCode, monthlyPrice } = product
      const before = totals.get(currencyIsoCode) ?? 0
      totals.set(currencyIsoCode, before + direction * toCents(monthlyPrice, currencyIsoCode))
    }
  }
  return {
    totals: [...totals].map(([currencyIsoCode, cents]) => ({
      currencyIsoCode,
      amount: fromCents(cents, currencyIsoCode),
    })),
    unpriced,
  }
}

/** Returns `+$1,575.00 a month, and 2 items without a list price`, or `No change` if nothing is added or cancelled. */
export function effectText({ totals, unpriced }: MonthlyEffect): string {
  const amounts = totals.map(({ currencyIsoCode, amount }) => {
    const money = formatMoney(toCents(amount, currencyIsoCode), currencyIsoCode)
    return `${amount > 0 ? '+' : ''}${money} a month`
  })
  if (unpriced > 0) amounts.push(`${itemCount(unpriced)} without a list price`)
  return amounts.join(', and ') || 'No change'
}

function directionOf({ customerOrderRequestTypeId: type, licenseId }: OrderedItem): 1 | -1 | 0 {
  if (type === requestTypes.add) return 1
  return type === requestTypes.cancel && licenseId ? -1 : 0
}
