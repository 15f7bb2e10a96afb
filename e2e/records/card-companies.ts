import type { Day } from '@portal/domain/kernel/day'
import type { Person } from '../people.ts'
import { openInvoice } from './open-invoice.ts'

interface CardCompany {
  accountId: string
  name: string
  payer: Person
}

function company(accountId: string, name: string, firstName: string, lastName: string) {
  const [domain = ''] = name.toLowerCase().split(' ')
  const email = `${firstName}.${lastName}@${domain}.example`.toLowerCase()
  return { accountId, name, payer: { email, firstName, lastName } } satisfies CardCompany
}

// Each starts without a card, so that journeys about cards do not disturb other journeys.
export const heron = company('20011', 'Heron Clearing', 'Hana', 'Ito')
export const finch = company('20012', 'Finch Capital', 'Fay', 'Moss')
export const swift = company('20013', 'Swift Brokers', 'Stu', 'Vance')
/** Has a card whose bank requires authentication, and invoices to pay with it. */
export const egret = company('20015', 'Egret Trading', 'Eva', 'Lund')
/** Uses a separate portal, whose sessions are not those of the others. */
export const wren = company('20014', 'Wren Securities', 'Wanda', 'Pell')

/** The records of the journeys about cards. */
export function* cardCompanyRecords(today: Day) {
  for (const { accountId, name, payer } of [heron, finch, swift, wren, egret]) {
    yield { record: 'company', accountId, name }
    yield {
      record: 'user',
      ...payer,
      accountId,
      permissions: ['AccessInvoices', 'PayInvoices'],
      invoiceCategories: ['License'],
    }
  }
  yield openInvoice(today, egret.accountId, 'EG-1', '340.00')
  yield openInvoice(today, egret.accountId, 'EG-2', '120.00')
}
