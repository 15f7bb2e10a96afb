import { addMonths } from '@portal/domain/kernel/month'
import type { Day } from '@portal/domain/kernel/day'
import { companyRecords } from './company-records.ts'
import { monthlyBill } from './monthly-bill.ts'

/** Reads its spend: two years of bills with a quarter, a credit and a second currency. */
export const plover = {
  accountId: '20081',
  name: 'Plover Derivatives',
  /** Sees only some categories. */
  user: { email: 'petra.lund@plover.example', firstName: 'Petra', lastName: 'Lund' },
}

/** More than the number of colors. */
const feeds = ['CME', 'ICE', 'Eurex', 'SGX', 'HKEX', 'ASX', 'JPX', 'B3', 'TMX', 'NSE']

export function* ploverRecords(today: Day) {
  const { accountId, name, user } = plover
  yield* companyRecords({ accountId, name }, [user], ['AccessInvoices'])
  const bill = (number: string, month: string, amount: number, fields: object) =>
    monthlyBill(accountId, `PL-${number}`, month, amount, fields)
  const line = (productName: string, total: number, fields: object = {}) => ({
    productName,
    total: total.toFixed(2),
    city: 'Chicago',
    state: 'IL',
    ...fields,
  })
  const thisMonth = today.slice(0, 7)
  for (let ago = 23; ago >= 0; ago -= 1) {
    const month = addMonths(thisMonth, -ago)
    const pro = 3000 + (23 - ago) * 40
    const lines = [
      line('TT Pro', pro, { userName: 'ann.lee' }),
      line('TT Standard', 900, { userName: 'bo.chan', city: 'London', state: '' }),
      ...feeds.map((feed, at) => line(`Market Data ${feed}`, 320 - at * 30)),
    ]
    // Ten dollars are on no line.
    yield bill(`LIC-${ago}`, month, pro + 900 + 1850 + 10, { lineItems: lines })
    if (ago % 3 === 2)
      yield bill(`CAB-${ago}`, month, 2400, {
        invoiceType: 'Colocation',
        lineItems: [
          line('Cabinet', 2400, {
            city: 'Aurora',
            servicePeriodStart: `${month}-01`,
            servicePeriodEnd: `${addMonths(month, 2)}-28`,
          }),
        ],
      })
  }
  yield bill('CREDIT', addMonths(thisMonth, -4), -1200.5, {
    invoiceType: 'Credit',
    lineItems: [line('TT Pro', -1200.5)],
  })
  yield bill('SEEN-BY-OTHERS', thisMonth, 99_999, {
    invoiceCategory: 'Professional Services',
    invoiceType: 'Consulting',
  })
  yield bill('YEN', addMonths(thisMonth, -1), 5000, {
    amount: '5000',
    balanceDue: '0',
    currencyIsoCode: 'JPY',
    lineItems: [line('Market Data JPX', 5000, { total: '5000' })],
  })
}
