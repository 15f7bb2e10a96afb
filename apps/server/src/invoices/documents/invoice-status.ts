import { autoPayTonight } from '@portal/domain/invoices/overdue'
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
  isAutoPayTonight: boolean
}

export interface StatusWords {
  words: string
  colour: Colour
}

/** Returns the status of an invoice on a day, as text. Its color only repeats the text. */
export function statusWords(invoice: Dated, today: Day): StatusWords {
  const status = invoiceStatus(invoice)
  if (invoice.isPending) {
    // Only an invoice with a balance is pending. A statement does not count this balance as due.
    const words = `${statusText({ ...invoice, status: 'Open' })} ${pendingText(invoice)}`
    return { words, colour: colours.accent }
  }
  // 'Closed' instead of 'Paid', because the invoice may have been credited or refunded.
  if (status === 'Closed') return { words: 'Closed', colour: colours.green }
  if (status === 'Credit') return { words: 'Credit', colour: colours.accent }
  if (invoice.isAutoPayTonight) return { words: autoPayTonight, colour: colours.ink }
  const days = invoice.dueDate ? daysBetween(invoice.dueDate, today) : 0
  if (days <= 0) return { words: 'Open', colour: colours.ink }
  return { words: `Overdue ${plural(days, 'day')}`, colour: colours.red }
}
