import type { Day } from '@portal/domain/kernel/day'
import { kestrel } from './companies.ts'
import { openInvoice } from './open-invoice.ts'

/** The invoices that "pay all" pays at Kestrel: 1,000.00 + 1,001.00 + … + 1,007.00. */
export const payable = ['K-1', 'K-2', 'K-3', 'K-4', 'K-5', 'K-6', 'K-7', 'K-8']
export const payableSum = '$8,028.00'

/** Eligible invoices, and one for each reason to leave one out. */
export function* kestrelInvoices(today: Day) {
  const open = (number: string, amount: string, fields?: object) =>
    openInvoice(today, kestrel.accountId, number, amount, fields)
  yield* payable.map((number, at) => open(number, `${1000 + at}.00`))
  yield open('K-CENT', '0.49')
  yield open('K-EUR', '500.00', { currencyIsoCode: 'EUR' })
  yield open('K-LIMIT', '50000.01')
  yield open('K-CHARGED', '700.00', { hasBeenCharged: true })
  yield open('K-PAID', '900.00', { balanceDue: '0.00' })
}
