import type { Day } from '@portal/domain/kernel/day'
import { openInvoice } from './open-invoice.ts'
import { companyRecords, payingCompany } from './company-records.ts'

// Each starts without a card, so that journeys about cards do not disturb other journeys.
export const heron = payingCompany('20011', 'Heron Clearing', 'Hana', 'Ito')
export const finch = payingCompany('20012', 'Finch Capital', 'Fay', 'Moss')
export const swift = payingCompany('20013', 'Swift Brokers', 'Stu', 'Vance')
/** Has a card whose bank requires authentication, and invoices to pay with it. */
export const egret = payingCompany('20015', 'Egret Trading', 'Eva', 'Lund')
/** Uses a separate portal, whose sessions are not those of the others. */
export const wren = payingCompany('20014', 'Wren Securities', 'Wanda', 'Pell')

/** The records of the journeys about cards. */
export function* cardCompanyRecords(today: Day) {
  for (const company of [heron, finch, swift, wren, egret])
    yield* companyRecords(company, [company.payer])
  yield openInvoice(today, egret.accountId, 'EG-1', '340.00')
  yield openInvoice(today, egret.accountId, 'EG-2', '120.00')
}
