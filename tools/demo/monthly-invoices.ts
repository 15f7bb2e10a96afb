import { addDays, daysBetween, monthName, type Day } from '@portal/domain/kernel/day'
import { decimalString } from '@portal/domain/kernel/money'
import { billLines } from './bill-lines.ts'
import type { Customer } from './customers.ts'
import type { StoryLicense } from './license-story.ts'
import { monthAt, months } from './months.ts'
import { services } from './services.ts'

/**
 * Yields the regular bills of the last eighteen months, oldest first: one per service and customer number. A bill always
 * has the same number: its month and its position in the month.
 */
export function* monthlyInvoices(
  customer: Customer,
  licenses: readonly StoryLicense[],
  today: Day,
) {
  const { accountId, name, customerNumbers, paysAfter } = customer
  for (let nth = 0; nth < months; nth += 1) {
    const month = monthAt(today, nth)
    let place = 0
    for (const [at, service] of services.entries())
      for (const { number, currency } of customerNumbers) {
        const invoiceNumber = `MTS-${accountId}-${String((nth + 1) * 100 + place).padStart(4, '0')}`
        const date = addDays(month, at)
        const lines = billLines(customer, licenses, today, {
          service,
          number,
          month: nth,
          invoiceNumber,
        })
        if (lines.length === 0) continue
        place += 1
        if (date > today) continue
        const dueDate = addDays(date, 30)
        const amount = decimalString(
          lines.reduce((sum, { total }) => sum + total, 0),
          currency,
        )
        yield {
          record: 'invoice',
          accountId,
          name,
          invoiceNumber,
          customerNumber: number,
          invoiceType: service.invoiceType,
          source: service.source,
          subsidiary: service.subsidiary,
          date,
          dueDate,
          amount,
          balanceDue: daysBetween(dueDate, today) >= paysAfter ? '0.00' : amount,
          currencyIsoCode: currency,
          serviceMonth: date.slice(0, 7),
          servicePeriod: monthName(date),
          portalPayments: [],
          lineItems: lines.map(({ cents, total, ...line }) => ({
            ...line,
            salesPrice: decimalString(cents, currency),
            total: decimalString(total, currency),
          })),
        }
      }
  }
}
