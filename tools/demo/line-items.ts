import { decimalString } from '@portal/domain/kernel/money'
import type { Random } from './random.ts'

export interface LineItem {
  productId: string
  productName: string
  description: string
  moreInfo: string
  quantity: number
  salesPrice: string
  total: string
  city: string
  state: string
  chargeType?: string
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

type SoldItem = Omit<LineItem, 'salesPrice' | 'total'> & Record<'salesPrice' | 'total', number>

/** The market data that is charged by use; `name` is the product's name on bills. */
const usage = [
  {
    productId: '40010',
    name: 'CME Level 2',
    words: 'Professional, non-display excluded',
    cents: 11725,
  },
  { productId: '40020', name: 'ICE Futures Europe', words: 'Level 2, per user', cents: 13150 },
  { productId: '40030', name: 'Eurex Depth', words: 'Order book depth, per user', cents: 6875 },
  { productId: '40040', name: 'HKEX Derivatives', words: 'Level 1, per user', cents: 2580 },
  { productId: '40090', name: 'Historical Ticks', words: 'Per gigabyte delivered', cents: 1815 },
]

/** Returns lines of market data and their sum in minor units. */
export function usageLines(random: Random, count: number) {
  const lines: SoldItem[] = []
  let cents = 0
  for (let at = 0; at < count; at += 1) {
    const sold = random.pick(usage)
    const quantity = random.whole(1, 4)
    cents += quantity * sold.cents
    lines.push({
      productId: sold.productId,
      productName: sold.name,
      description: sold.words,
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

/** Returns one line of TT Pro with the given amount, which no license explains. */
export function singleLine(random: Random, cents: number): SoldItem[] {
  return [
    {
      productId: '10010',
      productName: 'TT Pro',
      description: '',
      moreInfo: '',
      quantity: cents < 0 ? -1 : 1,
      salesPrice: Math.abs(cents),
      total: cents,
      chargeType: 'oneTime',
      ...place(random),
    },
  ]
}

function place(random: Random) {
  const [city, state] = random.pick(places)
  return { city, state }
}

/** The places where the services are used; they are part of every line. */
const places = [
  ['Chicago', 'IL'],
  ['New York', 'NY'],
  ['Aurora', 'IL'],
  ['Secaucus', 'NJ'],
  ['Houston', 'TX'],
  ['London', ''],
  ['Frankfurt am Main', 'HE'],
  ['Zürich', 'ZH'],
  ['Αθήνα', ''],
  ['東京', ''],
  ['Singapore', ''],
  ['São Paulo', 'SP'],
  ['Sydney', 'NSW'],
] as [city: string, state: string][]
