import { addMonths } from '@portal/domain/kernel/month'
import type { Day } from '@portal/domain/kernel/day'

/** Reads a bill of which much changed: ten quantities, and one product of 40 users that became more expensive. */
export const linnet = {
  accountId: '20082',
  name: 'Linnet Execution',
  user: { email: 'mara.stone@linnet.example', firstName: 'Mara', lastName: 'Stone' },
  /** The newer bill. */
  invoiceNumber: 'LIN-2',
}

const feeds = ['CME', 'ICE', 'Eurex', 'SGX', 'HKEX', 'ASX', 'JPX', 'B3', 'TMX', 'NSE']
const users = 40

export function* linnetRecords(today: Day) {
  const { accountId, name, user } = linnet
  yield { record: 'company', accountId, name }
  yield {
    record: 'user',
    ...user,
    accountId,
    permissions: ['AccessInvoices'],
    invoiceCategories: ['License'],
  }
  for (const [nth, price] of [100, 110].entries()) {
    const month = addMonths(today.slice(0, 7), nth - 1)
    const lineItems = [
      ...Array.from({ length: users }, (_, user) => line('TT Pro', 1, price, `trader.${user}`)),
      ...feeds.map((feed, at) => line(`Market Data ${feed}`, 10 + nth * (at + 1), 12.5, 'Desk 7')),
    ]
    const amount = lineItems.reduce((sum, { total }) => sum + Number(total), 0)
    yield {
      record: 'invoice',
      accountId,
      invoiceNumber: `LIN-${nth + 1}`,
      date: `${month}-01`,
      amount: amount.toFixed(2),
      balanceDue: '0.00',
      currencyIsoCode: 'USD',
      invoiceType: 'License',
      invoiceCategory: 'License',
      serviceMonth: month,
      lineItems,
    }
  }
}

const line = (productName: string, quantity: number, price: number, moreInfo: string) => ({
  productName,
  moreInfo,
  quantity,
  salesPrice: price.toFixed(2),
  total: (quantity * price).toFixed(2),
})
