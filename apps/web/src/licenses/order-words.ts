import { formatDay, parseIsoDay } from '@portal/domain/kernel/day'
import type { ReadLineItem } from '@portal/domain/licenses/licenses.schema'
import { requestTypes } from '@portal/domain/licenses/request-types'

type Item = Omit<ReadLineItem, 'id' | 'customerOrderId' | 'productName'>
type ItemValue = string | number | null | undefined

/** A required-by date as the order area writes it; what is none is shown as it came. */
export function requiredBy({ dateRequired }: { dateRequired?: ItemValue }): string {
  const said = textOf(dateRequired)
  const day = parseIsoDay(said.slice(0, 10))
  return day ? formatDay(day) : said
}

/** `before → after` where a change of a license changes it. */
export function changed(item: Item, before: keyof Item, after: keyof Item): string {
  const [was, is] = [textOf(item[before]), textOf(item[after])]
  const isChange = item.customerOrderRequestTypeId === requestTypes.change
  return isChange && was !== is ? `${was || 'none'} → ${is || 'none'}` : is
}

const textOf = (value: ItemValue) => String(value ?? '')
