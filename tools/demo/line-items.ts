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

/** Lines of one service and their sum in cents. */
export function lineItems(random: Random, service: Service, count: number) {
  const lines: LineItem[] = []
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
      salesPrice: decimalString(sold.cents),
      total: decimalString(quantity * sold.cents),
      ...place(random),
    })
  }
  return { lines, cents }
}

/** One line that makes up an amount named beforehand. */
export function singleLine(random: Random, productName: string, cents: number): LineItem[] {
  const price = decimalString(Math.abs(cents))
  return [
    {
      productName,
      description: '',
      moreInfo: '',
      quantity: cents < 0 ? -1 : 1,
      salesPrice: price,
      total: decimalString(cents),
      ...place(random),
    },
  ]
}

function place(random: Random) {
  const [city, state] = random.pick(places)
  return { city, state }
}
