import { addDays, type Day } from '@portal/domain/kernel/day'
import { longlist } from './companies.ts'

/** A list as long as the longest of any company. */
export function* longList(today: Day) {
  for (let nth = 0; nth < 3000; nth += 1)
    yield {
      record: 'invoice',
      accountId: longlist.accountId,
      invoiceNumber: `L-${String(nth + 1).padStart(4, '0')}`,
      name: `Desk ${nth + 1}`,
      customerNumber: 'LLP-1',
      invoiceType: 'License',
      source: 'Zuora',
      date: addDays(today, -nth),
      dueDate: addDays(today, 30 - nth),
      servicePeriod: `Period ${nth + 1}`,
      currencyIsoCode: 'USD',
      amount: `${nth + 1}.00`,
      balanceDue: '0.00',
    }
}
