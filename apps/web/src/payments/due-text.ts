import { formatDay } from '@portal/domain/kernel/day'
import { isolated } from '@portal/domain/kernel/isolated'
import type { PlannedInvoiceRow } from '@portal/domain/payments/autopay.schema'

/** `License · due 12/01/2026`, `License · no due date`. */
export function typeAndDue(invoice: Pick<PlannedInvoiceRow, 'invoiceType' | 'dueDate'>): string {
  const { invoiceType, dueDate } = invoice
  const due = dueDate ? `due ${formatDay(dueDate)}` : 'no due date'
  return [isolated(invoiceType), due].filter(Boolean).join(' · ')
}
