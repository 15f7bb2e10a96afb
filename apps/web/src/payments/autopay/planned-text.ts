import { formatDay } from '@portal/domain/kernel/day'
import { isolated } from '@portal/domain/kernel/isolated'
import type { PlannedInvoiceRow } from '@portal/domain/payments/autopay.schema'
import { dueText } from '../../invoices/invoice-row.ts'

type Planned = Pick<PlannedInvoiceRow, 'day' | 'reason'>

/** The plan of AutoPay for an invoice: the charge date, or why the invoice is charged later or not at all. */
export function plannedText({ day, reason }: Planned): string {
  if (day === null) return `Not charged: ${reason ?? 'see the plan'}`
  return `Charged on ${formatDay(day)}${reason ? `. ${reason}` : ''}`
}

/** `License · due 12/01/2026`, `License · no due date`. */
export function typeAndDue(invoice: Pick<PlannedInvoiceRow, 'invoiceType' | 'dueDate'>): string {
  const { invoiceType, dueDate } = invoice
  return [isolated(invoiceType), dueText(dueDate)].filter(Boolean).join(' · ')
}
