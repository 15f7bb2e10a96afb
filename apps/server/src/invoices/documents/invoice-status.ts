import { invoiceStatus, pendingText, statusText } from '@portal/domain/invoices/status'
import { daysBetween, type Day } from '@portal/domain/kernel/day'
import type { Cents } from '@portal/domain/kernel/money'
import { plural } from '@portal/domain/kernel/plural'
import { colours, type Colour } from '../../documents/documents.ts'

interface Dated {
  amountCents: Cents
  balanceDueCents: Cents
  isPending: boolean
  isOnHold: boolean
  isBeingPosted: boolean
  dueDate: Day | null
}

export interface StatusWords {
  words: string
  colour: Colour
}

/** The status of an invoice on a day, as text; the color only repeats it. */
export function statusWords(invoice: Dated, today: Day): StatusWords {
  const status = invoiceStatus(invoice)
  if (invoice.isPending) {
    // Pending is only what has a balance, which a statement does not count as due.
    const words = `${statusText({ ...invoice, status: 'Open' })} ${pendingText(invoice)}`
    return { words, colour: colours.accent }
  }
  // Not 'Paid': it may have been credited or refunded.
  if (status === 'Closed') return { words: 'Closed', colour: colours.green }
  if (status === 'Credit') return { words: 'Credit', colour: colours.accent }
  const days = invoice.dueDate ? daysBetween(invoice.dueDate, today) : 0
  if (days <= 0) return { words: 'Open', colour: colours.ink }
  return { words: `Overdue ${plural(days, 'day')}`, colour: colours.red }
}
