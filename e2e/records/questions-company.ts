import { addDays, type Day } from '@portal/domain/kernel/day'
import { companyRecords } from './company-records.ts'

/** Asks the provider about lines of its invoices. */
export const avocet = {
  accountId: '20096',
  name: 'Avocet Trading',
  user: { email: 'amy.stone@avocet.example', firstName: 'Amy', lastName: 'Stone' },
  /** Sees the same invoices. */
  colleague: { email: 'ari.holt@avocet.example', firstName: 'Ari', lastName: 'Holt' },
}

const pro = {
  productName: 'TT Pro',
  description: 'Trading screen',
  quantity: 2,
  salesPrice: '735.00',
  total: '1470.00',
  userName: 'tjones',
  city: 'Chicago',
  state: 'IL',
}
export const avocetLines = [
  {
    productName: 'TT Gateway',
    description: 'CME',
    quantity: 1,
    salesPrice: '250.00',
    total: '250.00',
  },
  { productName: 'Cabinet and Power', description: 'LD4', total: '900.00' },
  pro,
]

export const avocetInvoice = (
  today: Day,
  invoiceNumber: string,
  lineItems: object[] = avocetLines,
) => ({
  record: 'invoice',
  invoiceNumber,
  accountId: avocet.accountId,
  date: addDays(today, -40),
  dueDate: addDays(today, 20),
  amount: '2620.00',
  balanceDue: '2620.00',
  currencyIsoCode: 'USD',
  invoiceType: 'License',
  invoiceCategory: 'License',
  lineItems,
})

export function* avocetRecords(today: Day) {
  const { accountId, name } = avocet
  yield* companyRecords({ accountId, name }, [avocet.user, avocet.colleague], ['AccessInvoices'])
  for (const number of [
    'AV-DESKTOP',
    'AV-PHONE',
    'AV-KEYS',
    'AV-LOST',
    'AV-MOVED',
    'AV-CHANGED',
    'AV-SHOWN',
  ])
    yield avocetInvoice(today, number)
}
