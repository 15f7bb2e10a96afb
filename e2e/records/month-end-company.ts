import { addDays, type Day } from '@portal/domain/kernel/day'
import { openInvoice } from './open-invoice.ts'
import { companyRecords } from './company-records.ts'

/** Closes its month, once on a desktop and once on a phone. */
export const merlin = {
  accountId: '20061',
  name: 'Merlin Trading',
  user: { email: 'mira.falk@merlin.example', firstName: 'Mira', lastName: 'Falk' },
}

export function* merlinRecords(today: Day) {
  const { accountId, name, user } = merlin
  yield* companyRecords({ accountId, name }, [user])
  const open = (number: string, amount: string, fields?: object) =>
    openInvoice(today, accountId, number, amount, fields)
  const soon = { dueDate: addDays(today, 5) }
  yield open('ME-OVERDUE', '310.00', { dueDate: addDays(today, -12) })
  yield open('ME-SOON', '120.50', soon)
  yield open('ME-EUR', '77.00', { ...soon, currencyIsoCode: 'EUR' })
  yield open('ME-LATER', '999.00', { dueDate: addDays(today, 60) })
  yield open('ME-PHONE-1', '41.00', soon)
  yield open('ME-PHONE-2', '42.00', soon)
}
