import type { Invoice } from '@portal/domain/invoices/invoices.schema'
import { invoiceStatus, isPending, pendingText } from '@portal/domain/invoices/status'
import { daysBetween, type Day } from '@portal/domain/kernel/day'
import { toCents } from '@portal/domain/kernel/money'
import { plural } from '@portal/domain/kernel/plural'
import { agingBuckets, type AgingKey } from '@portal/domain/payments/aging'
import { colours, type Colour } from '../../documents/documents.ts'

type Dated = Pick<
  Invoice,
  'amount' | 'balanceDue' | 'currencyIsoCode' | 'hasBeenCharged' | 'isOnHold' | 'dueDate'
>

export interface StatusWords {
  words: string
  colour: Colour
}

/** Where an invoice stands on a day, in words first; the colour only repeats it. */
export function statusWords(invoice: Dated, today: Day): StatusWords {
  const amountCents = toCents(invoice.amount, invoice.currencyIsoCode)
  const balanceDueCents = toCents(invoice.balanceDue, invoice.currencyIsoCode)
  if (isPending({ hasBeenCharged: invoice.hasBeenCharged, balanceDueCents }))
    return { words: pendingText(invoice), colour: colours.accent }
  const status = invoiceStatus({ amountCents, balanceDueCents })
  if (status === 'Closed') return { words: 'Paid', colour: colours.green }
  if (status === 'Credit') return { words: 'Credit', colour: colours.accent }
  const days = invoice.dueDate ? daysBetween(invoice.dueDate, today) : 0
  if (days <= 0) return { words: 'Open', colour: colours.ink }
  return { words: `Overdue ${plural(days, 'day')}`, colour: colours.red }
}

/** The aging bucket of what is due; without a due date nothing can be late, so it is `other`. */
export function agingKey(dueDate: Day | null, today: Day): AgingKey {
  if (!dueDate) return 'other'
  const days = daysBetween(dueDate, today)
  if (days <= 0) return 'current'
  const bucket = Math.min(Math.ceil(days / 30), 4)
  return agingBuckets[bucket]?.key ?? 'other'
}
