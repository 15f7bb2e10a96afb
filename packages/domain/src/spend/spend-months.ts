import type { Day } from '../kernel/day.ts'
import { addMonths, type Month } from '../kernel/month.ts'

/** No window of spend ends later than this many months after the newest invoice: a period may have a mistyped year. */
export const longestLead = 12

const written = /^\d{4}-(0[1-9]|1[0-2])$/

/** Returns the month in which an invoice counts: its service month, else that of its date. */
export function monthOfInvoice(invoice: { serviceMonth: string; date: Day }): Month {
  return written.test(invoice.serviceMonth) ? invoice.serviceMonth : invoice.date.slice(0, 7)
}

/** Returns the month in which a line counts: that in which its service period starts, else the invoice's. */
export function monthOfLine(
  line: { servicePeriodStart?: Day | null | undefined },
  invoice: { serviceMonth: string; date: Day },
): Month {
  return line.servicePeriodStart?.slice(0, 7) ?? monthOfInvoice(invoice)
}

/** Returns that many months, oldest first; the given one is the last. */
export function monthsUntil(last: Month, count: number): Month[] {
  return Array.from({ length: count }, (_, at) => addMonths(last, at + 1 - count))
}

/** Returns the last month to show: the newest in which something counts. */
export function lastMonth(months: Iterable<Month>, newestInvoice: Day): Month {
  const latest = addMonths(newestInvoice.slice(0, 7), longestLead)
  let last = ''
  for (const month of months) if (month > last && month <= latest) last = month
  return last || newestInvoice.slice(0, 7)
}
