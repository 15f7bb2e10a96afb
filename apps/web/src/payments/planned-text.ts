import { formatDay } from '@portal/domain/kernel/day'
import type { PlannedInvoiceRow } from '@portal/domain/payments/autopay.schema'

type Planned = Pick<PlannedInvoiceRow, 'day' | 'reason'>

/** What AutoPay does with an invoice: the day of its charge, and why not on that day or not earlier. */
export function plannedText({ day, reason }: Planned): string {
  if (day === null) return `Not charged: ${reason ?? 'see the plan'}`
  return `Charged on ${formatDay(day)}${reason ? `. ${reason}` : ''}`
}
