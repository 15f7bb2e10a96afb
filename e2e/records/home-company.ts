import { addDays, type Day } from '@portal/domain/kernel/day'
import { openInvoice } from './open-invoice.ts'
import { companyRecords } from './company-records.ts'

/** Has an item of each kind on the home page. */
export const gannet = {
  accountId: '20066',
  name: 'Gannet Partners',
  user: { email: 'gil.moreau@gannet.example', firstName: 'Gil', lastName: 'Moreau' },
}

export function* gannetRecords(today: Day) {
  const { accountId, name, user } = gannet
  yield* companyRecords(
    { accountId, name },
    [user],
    ['AccessInvoices', 'PayInvoices', 'AccessErfs', 'ManageUsers'],
  )
  const open = (number: string, amount: string, fields?: object) =>
    openInvoice(today, accountId, number, amount, fields)
  yield open('GP-LATE-1', '210.00', { dueDate: addDays(today, -40) })
  yield open('GP-LATE-2', '90.50', { dueDate: addDays(today, -2) })
  yield open('GP-LATE-EUR', '55.00', { dueDate: addDays(today, -2), currencyIsoCode: 'EUR' })
  yield open('GP-SOON', '70.00', { dueDate: addDays(today, 3) })
  yield open('GP-LATER', '999.00', { dueDate: addDays(today, 60) })
  yield {
    record: 'equipmentRequest',
    accountId,
    equipmentRequestId: 'ER-GANNET-1',
    orderDate: addDays(today, -3),
    orderedBy: 'Gil Moreau',
    externalOrderStatus: 'Pending Customer Approval',
    lineItems: [{ id: '1', equipmentName: 'Router', installationFee: '300.00' }],
  }
}
