import { addDays, type Day } from '@portal/domain/kernel/day'
import { openInvoice } from './open-invoice.ts'
import { companyRecords, payingCompany } from './company-records.ts'

/** Has no card, and one overdue invoice: every condition for enrolling is unmet at first. */
export const plover = payingCompany('20021', 'Plover Markets', 'Pam', 'Reid')
/** Pays an invoice, and has more than one page of history. */
export const lapwing = payingCompany('20022', 'Lapwing Capital', 'Lars', 'Holm')
/** Has recipients of payment mails. */
export const dunlin = payingCompany('20023', 'Dunlin Trading', 'Dora', 'Lind')
/** Used for screenshots only: nothing overdue, and enrolled as soon as it has a card. */
export const avocet = payingCompany('20024', 'Avocet Partners', 'Abe', 'Stone')

/** A super admin acts for it. */
export const godwit = payingCompany('20025', 'Godwit Securities', 'Gus', 'Berg')

/** The records of the journeys about AutoPay, payment history and recipients. */
export function* autoPayRecords(today: Day) {
  for (const company of [plover, lapwing, dunlin, avocet, godwit])
    yield* companyRecords(company, [company.payer])
  const due = (days: number) => ({ dueDate: addDays(today, days) })
  const { accountId } = plover
  yield openInvoice(today, accountId, 'PL-LATE', '90.00', due(-4))
  yield openInvoice(today, accountId, 'PL-SMALL', '120.00', due(3))
  yield openInvoice(today, accountId, 'PL-TWIN', '80.00', due(3))
  yield openInvoice(today, accountId, 'PL-LARGE', '900.00', due(8))
  yield openInvoice(today, accountId, 'PL-LATER', '70.00', due(60))
  yield openInvoice(today, accountId, 'PL-EURO', '60.00', { ...due(5), currencyIsoCode: 'EUR' })
  yield openInvoice(today, accountId, 'PL-OTHER', '50.00', { ...due(5), invoiceType: 'Hosting' })
  yield openInvoice(today, godwit.accountId, 'GW-1', '210.00', due(3))
  yield openInvoice(today, lapwing.accountId, 'LW-1', '340.00')
  for (const number of [1, 2, 3])
    yield openInvoice(today, avocet.accountId, `AV-${number}`, `${number}50.00`, due(number * 4))
}
