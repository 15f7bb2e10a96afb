import type { OpenInvoice, PlannedInvoice } from './autopay-plan.ts'

/**
 * Whether no mail asks to pay an invoice: AutoPay will charge it, a payment is in progress or being reconciled, or its
 * money went back to the customer, who keeps it until the provider decides.
 */
export function isCovered({ invoice, day }: PlannedInvoice, isAutoPayOn: boolean): boolean {
  const { balanceDueCents, hasBeenCharged, isOnHold, moneyBack, kept }: OpenInvoice = invoice
  const isBeingPaid = balanceDueCents <= 0 || hasBeenCharged || isOnHold
  return isBeingPaid || moneyBack !== undefined || kept !== undefined || (isAutoPayOn && !!day)
}
