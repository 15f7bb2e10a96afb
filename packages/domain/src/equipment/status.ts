/** The statuses of an equipment request, as the books spell them. */
export const equipmentStatuses = [
  'Order Submitted',
  'Pending Customer Approval',
  'Revision Requested',
  'Closed',
  'Cancelled',
  'Expired',
] as const
export type EquipmentStatus = (typeof equipmentStatuses)[number]

export const pendingApproval = 'Pending Customer Approval' satisfies EquipmentStatus

/** What a customer can decide about a request, and the resulting status. */
export const decisions = {
  approve: { status: 'Order Submitted', done: 'approved' },
  cancel: { status: 'Cancelled', done: 'cancelled' },
} as const satisfies Record<string, { status: EquipmentStatus; done: string }>
export type Decision = keyof typeof decisions

/** Returns why a request cannot be approved or cancelled, worded for the user, or undefined if it can. */
export function decisionRefusal(status: EquipmentStatus): string | undefined {
  if (status === pendingApproval) return undefined
  return `This request no longer waits for your approval. Its status is ${status}.`
}
