import { addMonths } from '@portal/domain/kernel/month'
import type { Day } from '@portal/domain/kernel/day'
import { companyRecords } from './company-records.ts'
import { monthlyBill } from './monthly-bill.ts'

/** Reads a bill with many changes: ten quantities, and a higher price of a product with 40 users. */
export const linnet = {
  accountId: '20082',
  name: 'Linnet Execution',
  user: { email: 'mara.stone@linnet.example', firstName: 'Mara', lastName: 'Stone' },
  /** The newer bill. */
  invoiceNumber: 'LIN-2',
}

/** Its bills are imported again while a page shows them. */
export const pipit = {
  accountId: '20092',
  name: 'Pipit Trading',
  user: { email: 'petra.lang@pipit.example', firstName: 'Petra', lastName: 'Lang' },
}

/** One of three monthly bills, with this price. */
export function pipitBill(today: Day, nth: 1 | 2 | 3, price: number) {
  const month = addMonths(today.slice(0, 7), nth - 3)
  return monthlyBill(pipit.accountId, `PIP-${nth}`, month, price, {
    lineItems: [line('TT Pro', 1, price, 'trader.1')],
  })
}

export function* pipitRecords(today: Day) {
  const { accountId, name, user } = pipit
  yield* companyRecords({ accountId, name }, [user], ['AccessInvoices'])
  yield pipitBill(today, 1, 700)
  yield pipitBill(today, 2, 750)
  yield pipitBill(today, 3, 800)
}

const feeds = ['CME', 'ICE', 'Eurex', 'SGX', 'HKEX', 'ASX', 'JPX', 'B3', 'TMX', 'NSE']
const users = 40

export function* linnetRecords(today: Day) {
  const { accountId, name, user } = linnet
  yield* companyRecords({ accountId, name }, [user], ['AccessInvoices'])
  for (const [nth, price] of [100, 110].entries()) {
    const month = addMonths(today.slice(0, 7), nth - 1)
    const lineItems = [
      ...Array.from({ length: users }, (_, user) => line('TT Pro', 1, price, `trader.${user}`)),
      ...feeds.map((feed, at) => line(`Market Data ${feed}`, 10 + nth * (at + 1), 12.5, 'Desk 7')),
    ]
    const amount = lineItems.reduce((sum, { total }) => sum + Number(total), 0)
    yield monthlyBill(accountId, `LIN-${nth + 1}`, month, amount, { lineItems })
  }
}

const line = (productName: string, quantity: number, price: number, moreInfo: string) => ({
  productName,
  moreInfo,
  quantity,
  salesPrice: price.toFixed(2),
  total: (quantity * price).toFixed(2),
})
