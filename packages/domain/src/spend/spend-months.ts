import type { Day } from '../kernel/day.ts'
import { addMonths, type Month } from '../kernel/month.ts'

/** The last month shown is at most this many months after the newest invoice, because a period may contain a mistyped year. */
export const longestLead = 12

const written = /^\d{4}-(0[1-9]|1[0-2])$/

/** Returns the month in which an invoice counts: its service month, else the month of its date. */
export function monthOfInvoice(invoice: { serviceMonth: string; date: Day }): Month {
  return written.test(invoice.serviceMonth) ? invoice.serviceMonth : invoice.date.slice(0, 7)
}

/** Returns the month in which a line counts: the month in which its service period starts, else that of the invoice. */
export function monthOfLine(
  line: { servicePeriodStart?: Day | null | undefined },
  invoice: { serviceMonth: string; date: Day },
): Month {
  return line.servicePeriodStart?.slice(0, 7) ?? monthOfInvoice(invoice)
}

/** Returns this many months, oldest first, ending with the given one. */
export function monthsUntil(last: Month, count: number): Month[] {
  return Array.from({ length: count }, (_, at) => addMonths(last, at + 1 - count))
}

/** Returns the last month to show: the newest with an amount. */
export function lastMonth(months: Iterable<Month>, newestInvoice: Day): Month {
  const latest = addMonths(newestInvoice.slice(0, 7), longestLead)
  let last = ''
  for (const month of months) if (month > last && month <= latest) last = month
  return last || newestInvoice.slice(0, 7)
}
