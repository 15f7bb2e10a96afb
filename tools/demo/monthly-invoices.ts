import { addDays, daysBetween, monthName, startOfMonth, type Day } from '@portal/domain/kernel/day'
import { decimalString } from '@portal/domain/kernel/money'
import { inCurrency, lineItems } from './line-items.ts'
import { Random } from './random.ts'
import { services } from './services.ts'

export interface Customer {
  accountId: string
  name: string
  customerNumbers: string[]
  currencies: string[]
  /** The number of invoices per month. */
  monthly: number
  /** How many days after the due date the customer pays; the latest invoices are still open. */
  paysAfter: number
  seed: number
}

const months = 18
// A few of a service's invoices have many lines, most have few.
const lineCounts = [1, 1, 2, 2, 3, 4, 5, 6, 8, 11, 17, 28, 40]

/** Yields the regular invoices of the last eighteen months, oldest first. */
export function* monthlyInvoices(customer: Customer, today: Day) {
  const random = new Random(customer.seed)
  for (let back = months - 1; back >= 0; back -= 1) {
    const month = monthsBefore(today, back)
    for (let nth = 0; nth < customer.monthly; nth += 1) {
      // The fraction of a monthly number is the chance of one more invoice in a month.
      if (nth + 1 > customer.monthly && !random.chance(customer.monthly % 1)) continue
      const date = addDays(month, random.whole(0, 4))
      const invoice = monthlyInvoice(customer, random, date, `${(months - back) * 100 + nth}`)
      if (date <= today) yield { ...invoice, balanceDue: stillDue(customer, invoice, today) }
    }
  }
}

function monthlyInvoice(customer: Customer, random: Random, date: Day, number: string) {
  const service = random.pick(services)
  const { lines, cents } = lineItems(random, service, random.pick(lineCounts))
  const currency = random.chance(0.8) ? customer.currencies[0]! : random.pick(customer.currencies)
  return {
    record: 'invoice',
    accountId: customer.accountId,
    name: customer.name,
    invoiceNumber: `MTS-${customer.accountId}-${number.padStart(4, '0')}`,
    customerNumber: random.pick(customer.customerNumbers),
    invoiceType: service.invoiceType,
    source: service.source,
    subsidiary: service.subsidiary,
    date,
    dueDate: addDays(date, 30),
    amount: decimalString(cents, currency),
    currencyIsoCode: currency,
    serviceMonth: date.slice(0, 7),
    servicePeriod: monthName(date),
    portalPayments: [],
    lineItems: inCurrency(lines, currency),
  }
}

function stillDue(
  customer: Customer,
  invoice: { dueDate: Day; amount: string },
  today: Day,
): string {
  return daysBetween(invoice.dueDate, today) >= customer.paysAfter ? '0.00' : invoice.amount
}

function monthsBefore(day: Day, count: number): Day {
  let month = startOfMonth(day)
  for (let at = 0; at < count; at += 1) month = startOfMonth(addDays(month, -1))
  return month
}
