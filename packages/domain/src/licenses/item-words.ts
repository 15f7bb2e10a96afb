import { formatDay, parseIsoDay } from '../kernel/day.ts'
import { isolated } from '../kernel/isolated.ts'
import type { LineItem, ReadLineItem } from './licenses.schema.ts'
import { requestTypes } from './request-types.ts'

/** Imported items may contain any value of the books. */
type Item = Pick<ReadLineItem, keyof LineItem>

const textOf = (value: string | number | null | undefined) => String(value ?? '')

/** Returns a required-by date for display; an invalid date is shown unchanged. */
export function requiredBy({ dateRequired }: Pick<Item, 'dateRequired'>): string {
  const said = textOf(dateRequired)
  const day = parseIsoDay(said.slice(0, 10))
  return day ? formatDay(day) : said
}

/** Returns `before → after` if the item changes the value. */
export function changed(item: Item, before: keyof Item, after: keyof Item): string {
  const [was, is] = [textOf(item[before]), textOf(item[after])]
  const isChange = item.customerOrderRequestTypeId === requestTypes.change
  return isChange && was !== is
    ? `${isolated(was) || 'none'} → ${isolated(is) || 'none'}`
    : isolated(is)
}
