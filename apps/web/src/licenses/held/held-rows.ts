import { toCents } from '@portal/domain/kernel/money'
import { endRefusal } from '@portal/domain/licenses/license-end'
import type { HeldLicense } from '@portal/domain/licenses/held.schema'
import type { LineItem, Product } from '@portal/domain/licenses/licenses.schema'
import { basisWords, sumOfPrices } from '@portal/domain/licenses/monthly-effect'
import { takenIn } from '../item-entry.ts'
import { namesOf, repeated } from '../order-words.ts'

/** A license of the company, as a row of a list. */
export interface HeldRow extends HeldLicense {
  /** Undefined if the catalog does not contain the product: it was deleted, or is not loaded yet. */
  product: Product | undefined
  /** The number of the item of the current order that changes or cancels the license. */
  item: number | undefined
  /** Why the license cannot be changed or cancelled. */
  refusal: string | undefined
  /** Whether another license has an equal row, so that only the id distinguishes both. */
  looksAlike: boolean
  /** Whether an order and the records of the license differ. */
  differs: boolean
}

export function heldRows(
  licenses: readonly HeldLicense[],
  products: ReadonlyMap<string, Product>,
  items: readonly LineItem[],
  differing: ReadonlySet<string> = new Set(),
): HeldRow[] {
  const taken = takenIn(items)
  const texts = licenses.map(textOf)
  const twins = repeated(texts)
  return licenses.map((license, place) => {
    const product = products.get(license.productSku)
    const item = taken.get(license.licenseId)
    return {
      ...license,
      product,
      item,
      refusal: refusalOf(license, product, item),
      looksAlike: twins.has(texts[place]!),
      differs: differing.has(license.licenseId),
    }
  })
}

function refusalOf(license: HeldLicense, product: Product | undefined, item?: number) {
  const ends = endRefusal(license)
  if (ends !== undefined) return ends
  if (item !== undefined) return `This license is already in this order, in item ${item}.`
  return product ? undefined : 'This product is not in the catalog.'
}

/** The columns without the order, which only a wide list shows. */
const textOf = (license: HeldLicense) => {
  const { licenseId: _id, orderId: _order, ...shown } = license
  return JSON.stringify(Object.values(shown))
}

/** The person or company that uses a license; gateways have neither. */
export const userOf = ({ userName, coveredCompany }: HeldLicense) => userName || coveredCompany

/** `Eurex · ann`, and the company that a subscription covers. */
export const whoseWords = ({ networkName, userName, coveredCompany }: HeldLicense) =>
  namesOf(networkName, userName, coveredCompany)

/** The monthly cost of licenses per currency, with a note about list prices. */
export function monthlyPrices(rows: readonly HeldLicense[]) {
  const { totals } = sumOfPrices(rows.map((price) => ({ price, sign: 1 })))
  return totals.map(({ currencyIsoCode: currency, amount, basis }) => ({
    currency,
    cents: toCents(amount, currency),
    words: basis === 'records' ? 'a month' : `a month ${basisWords[basis]}`,
  }))
}
