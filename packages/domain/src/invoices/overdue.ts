import { daysBetween, type Day } from '../kernel/day.ts'

interface Due {
  dueDate: Day | null
  hasBeenCharged: boolean
  balanceDueCents: number
}

const isUnpaid = (invoice: Due) => !invoice.hasBeenCharged && invoice.balanceDueCents > 0

/** Returns whole days past the due date; 0 if the invoice is paid, charged, not yet due or has no due date. */
export function daysOverdue(invoice: Due, today: Day): number {
  if (!invoice.dueDate || !isUnpaid(invoice)) return 0
  return Math.max(0, daysBetween(invoice.dueDate, today))
}

/**
 * Whether AutoPay's coming run charges an invoice, which is then not called overdue or due. AutoPay's days are UTC days:
 * east of it, the due day ends before its run.
 */
export const isAutoPayTonight = (invoice: Due & { autoPayOn: Day | null }, utcToday: Day) =>
  isUnpaid(invoice) && invoice.autoPayOn === utcToday

export const autoPayTonight = 'AutoPay tonight'

/** Whether an unpaid invoice is due between today and `days` days later. */
export function isDueWithin(invoice: Due, days: number, today: Day): boolean {
  if (!invoice.dueDate || !isUnpaid(invoice)) return false
  const left = daysBetween(today, invoice.dueDate)
  return left >= 0 && left <= days
}

/** An open invoice that is due within this many days counts as due soon. */
export const soonDays = 7

/** Returns whole days until the due date, 0 for today, if the invoice is due soon; else undefined. */
export function daysUntilDue(invoice: Due, today: Day): number | undefined {
  if (!invoice.dueDate || !isUnpaid(invoice)) return undefined
  const days = daysBetween(today, invoice.dueDate)
  return days >= 0 && days <= soonDays ? days : undefined
}
