import { addDays, type Day } from '@portal/domain/kernel/day'
import { permissions } from '@portal/domain/kernel/permissions'
import { yara } from '../people.ts'
import { companyRecords } from './company-records.ts'
import { openInvoice } from './open-invoice.ts'

/** A company whose records are hard to display. */
export const yarmouk = { accountId: '20005', name: 'شركة اليرموك \u202egnidart' }
const longNumber = `CUST-${'X1234567890'.repeat(5)}`

export function* largeAmountRecords(today: Day) {
  const { accountId } = yarmouk
  yield* companyRecords(yarmouk, [yara], permissions)
  yield openInvoice(today, accountId, 'Y-USD', '9999999999999.99', { subsidiary: 'MTS-US' })
  yield openInvoice(today, accountId, 'Y-JPY', '999999999999999', {
    currencyIsoCode: 'JPY',
    name: 'خدمة \u2067فاتورة',
    customerNumber: longNumber,
    subsidiary: 'MTS-US',
  })
  yield openInvoice(today, accountId, 'Y-KWD', '999999999999.999', {
    currencyIsoCode: 'KWD',
    name: 'Desks \u202erevo',
    dueDate: addDays(today, -45),
    lineItems: [
      { productName: 'Desk', quantity: 3, salesPrice: '0.000125', total: '999999999999.999' },
      { productName: 'Adjustment', total: '0' },
    ],
  })
  yield openInvoice(today, accountId, 'Y-LINES', '1470.00', {
    balanceDue: '0.00',
    lineItems: [
      {
        productName: 'TT Gateway',
        description: 'CME gateway',
        quantity: 2,
        salesPrice: '735.00',
        total: '1470.00',
        userName: 'رامي \u202enoj',
        networkId: 'N-CME',
        servicePeriodStart: '2026-11-01',
        servicePeriodEnd: '2026-11-30',
        chargeType: 'prorated',
        poNumber: 'PO 4500017734',
        licenseId: 'L-unknown',
      },
      { productName: 'Adjustment', total: '0.00', userName: '<b>'.concat('x'.repeat(200)) },
      { productName: 'Delivery', description: 'By courier', total: '0.00' },
    ],
  })
  yield openInvoice(today, accountId, 'Y-EU', '55.00', { subsidiary: 'MTS-EU', dueDate: null })
}
