import { isolated } from '../kernel/isolated.ts'
import { formatMoney, toCents } from '../kernel/money.ts'
import { isMoreThanShown } from '../kernel/shown.ts'
import type { AccreditationProduct } from './accreditation.schema.ts'

const centsOf = ({ productPrice, currencyIsoCode }: AccreditationProduct) =>
  toCents(productPrice, currencyIsoCode)

export const productText = (product: AccreditationProduct) =>
  `${isolated(product.productName)} for ${formatMoney(centsOf(product), product.currencyIsoCode)}`

/**
 * Returns why an accreditation may not be sold, in words for a visitor who saw another name or a lower price. A price that
 * fell is no reason.
 */
export function changedProduct(
  shown: AccreditationProduct,
  now: AccreditationProduct,
): string | undefined {
  const { productPrice: amount, currencyIsoCode } = shown
  const isMore = isMoreThanShown({ amount, currencyIsoCode }, centsOf(now), now.currencyIsoCode)
  if (!isMore && shown.productName === now.productName) return undefined
  return `The product has changed: it is ${productText(now)} now, not ${productText(shown)}. Nothing was charged. Please check it and continue again.`
}
