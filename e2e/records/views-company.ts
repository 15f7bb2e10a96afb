import { addDays, type Day } from '@portal/domain/kernel/day'
import { companyRecords } from './company-records.ts'
import { openInvoice } from './open-invoice.ts'

/** Keeps views of its invoices; a colleague opens their links. */
export const viktor = {
  accountId: '20062',
  name: 'Vireo Capital',
  user: { email: 'viktor.orth@vireo.example', firstName: 'Viktor', lastName: 'Orth' },
  colleague: { email: 'vera.lund@vireo.example', firstName: 'Vera', lastName: 'Lund' },
}

export function* vireoRecords(today: Day) {
  const { accountId } = viktor
  yield* companyRecords(viktor, [viktor.user, viktor.colleague])
  const open = (number: string, amount: string, fields?: object) =>
    openInvoice(today, accountId, number, amount, fields)
  yield open('VI-OVERDUE', '310.00', { dueDate: addDays(today, -12) })
  yield open('VI-SOON', '120.50', { dueDate: addDays(today, 5) })
  yield open('VI-EUR', '77.00', { dueDate: addDays(today, 5), currencyIsoCode: 'EUR' })
  yield open('VI-LATER', '999.00', { dueDate: addDays(today, 60) })
}
