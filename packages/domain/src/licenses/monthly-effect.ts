import { fromCents, signedMoney, toCents, type Cents } from '../kernel/money.ts'
import type { HeldLicense } from './held.schema.ts'
import type { MonthlyEffect, PriceTotal, Product, ShownItem } from './licenses.schema.ts'
import { itemCount } from './line-items.ts'
import { requestTypes } from './request-types.ts'

export interface OrderedItem {
  customerOrderRequestTypeId: number
  productSku: string
  licenseId?: string | null
  /** For a cancellation, the first day without the license. */
  dateRequired?: string
}

type Products = ReadonlyMap<
  string,
  Pick<Product, 'description' | 'monthlyPrice' | 'currencyIsoCode'>
>

/** A monthly price, and whether it is the product's list price or the price in the provider's record. */
type Price = Pick<HeldLicense, 'monthlyPrice' | 'currencyIsoCode' | 'isListPrice'>
/** A price with the announced next price, if there is one. */
type LicensePrice = Price & Partial<Pick<HeldLicense, 'nextPrice'>>

/** Returns whether an item increases (1) or reduces (-1) the monthly cost. */
export const effectSign = ({ customerOrderRequestTypeId: type }: OrderedItem): -1 | 0 | 1 =>
  type === requestTypes.add ? 1 : type === requestTypes.cancel ? -1 : 0

/**
 * Returns what a user who orders the items sees of each. A new license costs its list price. A cancellation saves the
 * price of the license on that day, which is the price in the record if the record has one. A change costs nothing.
 * `licenses` are those that the items cancel, by id; the price of any other license is unknown.
 */
export function shownItems(
  items: readonly OrderedItem[],
  products: Products,
  licenses: ReadonlyMap<string, LicensePrice>,
): ShownItem[] {
  return items.map((item) => {
    const product = products.get(item.productSku)
    const sign = effectSign(item)
    const price =
      sign > 0
        ? listPrice(product)
        : sign < 0
          ? priceOn(item.dateRequired, licenses.get(item.licenseId ?? ''))
          : undefined
    return { productName: product?.description ?? item.productSku, price: knownPrice(price) }
  })
}

function knownPrice(price: Price | undefined): ShownItem['price'] {
  if (price?.monthlyPrice == null) return null
  const { monthlyPrice, currencyIsoCode, isListPrice } = price
  return { monthlyPrice, currencyIsoCode, isListPrice }
}

/** Returns how an order changes the monthly cost. */
export const monthlyEffect = (items: readonly OrderedItem[], shown: readonly ShownItem[]) =>
  sumOfPrices(
    items.flatMap((item, place) => {
      const sign = effectSign(item)
      return sign === 0 ? [] : [{ price: shown[place]?.price ?? undefined, sign }]
    }),
  )

const listPrice = (product: ReturnType<Products['get']>): Price | undefined =>
  product && { ...product, isListPrice: true }

/** Returns the price of a license on a day; an announced price applies from its day on. */
export function priceOn<License extends LicensePrice | undefined>(
  day: string | undefined,
  license: License,
): License | Price {
  const next = license?.nextPrice
  if (!next || !day || day < next.from) return license
  return { ...next, isListPrice: false }
}

/** Adds or subtracts prices per currency, and counts unknown prices. */
export function sumOfPrices(
  terms: readonly { price: Price | undefined; sign: number }[],
): MonthlyEffect {
  const sums = new Map<string, { cents: Cents; basis: PriceTotal['basis'] }>()
  let unpriced = 0
  for (const { price, sign } of terms) {
    if (price?.monthlyPrice == null) {
      unpriced += 1
      continue
    }
    const { currencyIsoCode: currency, monthlyPrice } = price
    const basis = price.isListPrice ? 'list' : 'records'
    const before = sums.get(currency) ?? { cents: 0, basis }
    sums.set(currency, {
      cents: before.cents + sign * toCents(monthlyPrice, currency),
      basis: before.basis === basis ? basis : 'both',
    })
  }
  return {
    totals: [...sums].map(([currencyIsoCode, { cents, basis }]) => ({
      currencyIsoCode,
      amount: fromCents(cents, currencyIsoCode),
      basis,
    })),
    unpriced,
  }
}

/** Words for the kind of prices that a figure uses. */
export const basisWords: Record<PriceTotal['basis'], string> = {
  records: 'by our records',
  list: 'at list prices',
  both: 'by our records and list prices',
}

/**
 * Returns `+$1,575.00 a month at list prices, and 2 items without a known price`, or `No change` if nothing is added or
 * cancelled.
 */
export function effectText({ totals, unpriced }: MonthlyEffect): string {
  const amounts = totals.map(
    ({ currencyIsoCode: currency, amount, basis }) =>
      `${signedMoney(toCents(amount, currency), currency)} a month ${basisWords[basis]}`,
  )
  if (unpriced > 0) amounts.push(`${itemCount(unpriced)} without a known price`)
  return amounts.join(', and ') || 'No change'
}
