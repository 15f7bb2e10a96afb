import { decimalString } from '@portal/domain/kernel/money'
import type { Random } from './random.ts'
import { places, type Service } from './services.ts'

export interface LineItem {
  productName: string
  description: string
  moreInfo: string
  quantity: number
  salesPrice: string
  total: string
  city: string
  state: string
}

const notes = [
  '',
  '',
  '',
  'Prorated',
  'PO 4500017734',
  'Renewed under the master agreement',
  'User: desk 7',
]

/** A line with its amounts in minor units. */
type SoldItem = Omit<LineItem, 'salesPrice' | 'total'> & Record<'salesPrice' | 'total', number>

/** Returns lines of one service and their sum in minor units. */
export function lineItems(random: Random, service: Service, count: number) {
  const lines: SoldItem[] = []
  let cents = 0
  for (let at = 0; at < count; at += 1) {
    const sold = random.pick(service.items)
    const quantity = random.whole(1, 4)
    cents += quantity * sold.cents
    lines.push({
      productName: sold.name,
      description: sold.description,
      moreInfo: random.pick(notes),
      quantity,
      salesPrice: sold.cents,
      total: quantity * sold.cents,
      ...place(random),
    })
  }
  return { lines, cents }
}

export const inCurrency = (lines: readonly SoldItem[], currency: string): LineItem[] =>
  lines.map((line) => ({
    ...line,
    salesPrice: decimalString(line.salesPrice, currency),
    total: decimalString(line.total, currency),
  }))

/** Returns one line with the given amount. */
export function singleLine(random: Random, productName: string, cents: number): SoldItem[] {
  return [
    {
      productName,
      description: '',
      moreInfo: '',
      quantity: cents < 0 ? -1 : 1,
      salesPrice: Math.abs(cents),
      total: cents,
      ...place(random),
    },
  ]
}

function place(random: Random) {
  const [city, state] = random.pick(places)
  return { city, state }
}
