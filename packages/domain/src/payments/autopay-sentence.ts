import { formatDay } from '../kernel/day.ts'
import { plannedDays } from './autopay.ts'
import { notCoveredText, type PlannedInvoice } from './autopay-plan.ts'

/** What mails and PDFs say that AutoPay does with an invoice. */
export interface AutoPayWords {
  sentence: string
  /** AutoPay pays it: its reader must not pay it, too. */
  willCharge: boolean
}

/** Returns what AutoPay does with an open invoice of an enrolled company. With `isStopped` nothing is charged or promised. */
export function autoPayWords(
  { invoice, day, reason }: PlannedInvoice,
  isStopped: boolean,
): AutoPayWords | undefined {
  if (day && !isStopped)
    return { sentence: `AutoPay will charge it on ${formatDay(day)}.`, willCharge: true }
  if (reason === 'nothingOwed') return undefined
  return { sentence: whyNot({ invoice, reason }), willCharge: false }
}

function whyNot({ invoice, reason }: Pick<PlannedInvoice, 'invoice' | 'reason'>): string {
  if (!reason) return 'AutoPay does not charge it while card payments are paused.'
  if (reason === 'later') return `AutoPay plans it ${plannedDays - 1} days before it is due.`
  return `AutoPay does not charge it: ${notCoveredText(reason, invoice)}.`
}
