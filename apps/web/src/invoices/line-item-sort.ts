import type { LineItem } from '@portal/domain/invoices/invoices.schema'
import type { Changes } from '../kernel/search-params.ts'
import type { InvoiceDetailSearch } from './invoice-search.ts'

export type LineSort = NonNullable<InvoiceDetailSearch['sort']>
type LineOrder = Changes<Pick<InvoiceDetailSearch, 'sort' | 'order'>>

/** A line with its place on the invoice, which stays its name however the lines are ordered. */
export interface PlacedLine extends LineItem {
  place: number
}

const words = new Intl.Collator('en-US', { sensitivity: 'base', numeric: true })

const orders: Record<LineSort, (a: LineItem, b: LineItem) => number> = {
  product: (a, b) => words.compare(a.productName, b.productName),
  description: (a, b) => words.compare(a.description, b.description),
  total: (a, b) => a.total - b.total,
}

/** The lines in the wanted order, or as the invoice lists them; equal lines keep that order. */
export function sortedLines(lines: readonly LineItem[], { sort, order }: LineOrder): PlacedLine[] {
  const placed = lines.map((line, place) => ({ ...line, place }))
  if (!sort) return placed
  const direction = order === 'desc' ? -1 : 1
  return placed.sort((a, b) => direction * orders[sort](a, b) || a.place - b.place)
}

/** What a press on a column's sort button asks for: up, then down, then the invoice's own order. */
export function nextSort(current: LineOrder, pressed: LineSort): LineOrder {
  if (current.sort !== pressed) return { sort: pressed, order: undefined }
  const isDown = current.order === 'desc'
  return { sort: isDown ? undefined : pressed, order: isDown ? undefined : 'desc' }
}
