import { daysBetween, type Day } from '../kernel/day.ts'

interface Due {
  dueDate: Day | null
  hasBeenCharged: boolean
  balanceDueCents: number
}

/** Whole days past the due date; 0 while nothing is past due: paid, charged, not yet due or without a date. */
export function daysOverdue(invoice: Due, today: Day): number {
  if (!invoice.dueDate || invoice.hasBeenCharged || invoice.balanceDueCents <= 0) return 0
  return Math.max(0, daysBetween(invoice.dueDate, today))
}
