import type { OpenInvoice, PlannedInvoice } from './autopay-plan.ts'

/**
 * Whether no mail asks to pay an invoice: AutoPay will charge it, a transfer is announced, a payment is in progress or
 * being reconciled, or its money went back to the customer, who keeps it until the provider decides.
 */
export function isCovered({ invoice, day }: PlannedInvoice, isAutoPayOn: boolean): boolean {
  const { balanceDueCents, hasBeenCharged, isOnHold, moneyBack, kept, notice }: OpenInvoice =
    invoice
  const isBeingPaid =
    balanceDueCents <= 0 || hasBeenCharged || isOnHold || notice?.expiredOn === null
  return isBeingPaid || moneyBack !== undefined || kept !== undefined || (isAutoPayOn && !!day)
}
