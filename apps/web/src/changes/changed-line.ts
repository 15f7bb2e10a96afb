import type { ChangedLine } from '@portal/domain/changes/changes.schema'
import { formatMoney, formatQuantity, formatUnitPrice, toCents } from '@portal/domain/kernel/money'

/** `2 × $735.00`, or the total alone. */
function side(line: NonNullable<ChangedLine['before']>, currency: string): string {
  const { quantity, salesPrice, total } = line
  if (quantity === undefined || salesPrice === undefined)
    return formatMoney(toCents(total, currency), currency)
  return `${formatQuantity(quantity)} × ${formatUnitPrice(salesPrice, currency)}`
}

/** `1 × $735.00 → $760.73`: the earlier and the present charge. */
export function lineChange({ before, after }: ChangedLine, currency: string): string {
  if (!before || !after) {
    const one = before ?? after
    return one ? side(one, currency) : ''
  }
  const price = before.quantity === after.quantity ? after.salesPrice : undefined
  const isNewPrice =
    price !== undefined && before.salesPrice !== undefined && price !== before.salesPrice
  return `${side(before, currency)} → ${isNewPrice ? formatUnitPrice(price, currency) : side(after, currency)}`
}

/** The subject of the line: the person, otherwise the note or the description. */
export const lineAbout = ({ userName, moreInfo, description }: ChangedLine): string =>
  userName || moreInfo || description
