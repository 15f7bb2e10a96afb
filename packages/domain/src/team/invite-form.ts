import { isEmailAddress } from '../kernel/email.ts'
import { isolated } from '../kernel/isolated.ts'
import { holds, permissionLabels, type Permission } from '../kernel/permissions.ts'
import type { Grantor } from './grants.ts'

export interface InviteForm {
  email: string
  permissions: readonly Permission[]
  categoryIds: readonly number[]
}

/** Returns why a text is not an address that can be invited. */
export const emailFault = (email: string): string | undefined =>
  isEmailAddress(email) ? undefined : 'Please enter a valid email address.'

/** Returns what is missing in the grants of an invitation, by field. */
export function grantFaults({ permissions, categoryIds }: Omit<InviteForm, 'email'>) {
  const faults: Partial<Record<'permissions' | 'categories', string>> = {}
  if (permissions.length === 0) faults.permissions = 'Please select at least one permission.'
  if (permissions.includes('AccessInvoices') && categoryIds.length === 0)
    faults.categories = 'Please select at least one invoice category.'
  return faults
}

/** Returns why a user cannot send this invitation: users may only grant permissions that they have. */
export function inviteRefusal(
  inviter: Pick<Grantor, 'role' | 'permissions' | 'categoryIds'>,
  { permissions, categoryIds }: Pick<InviteForm, 'permissions' | 'categoryIds'>,
): string | undefined {
  if (!holds(inviter, 'ManageUsers')) return 'You do not have permission to do this.'
  const missing = permissions.find((permission) => !holds(inviter, permission))
  if (missing) return `You do not hold ${permissionLabels[missing]} yourself.`
  if (permissions.includes('PayInvoices') && !permissions.includes('AccessInvoices'))
    return 'Requires ‘AccessInvoices’ permission'
  const held = inviter.categoryIds
  if (held && categoryIds.some((id) => !held.includes(id)))
    return 'You do not hold all of these categories yourself.'
  return undefined
}

/**
 * The sender of an invitation with the sender's current permissions; undefined if the sender may no longer act for the company.
 */
export interface InviteSender {
  name: string
  holds: Pick<Grantor, 'role' | 'permissions' | 'categoryIds'> | undefined
}

/** Returns why an invitation cannot be accepted, worded for the company's admins: it grants only what its sender still has. */
export function inviteProblem(
  sender: InviteSender | undefined,
  { permissions, categoryIds }: Pick<InviteForm, 'permissions' | 'categoryIds'>,
): string | undefined {
  if (!sender) return 'The portal does not know who sent it.'
  const who = `${isolated(sender.name)}, who sent it,`
  const held = sender.holds
  if (!held) return `${who} may not act for this company any more.`
  if (inviteRefusal(held, { permissions, categoryIds }) === undefined) return undefined
  if (!holds(held, 'ManageUsers')) return `${who} may not invite users any more.`
  const missing = permissions.filter((one) => !holds(held, one))
  const lost = missing.map((one) => permissionLabels[one]).join(', ') || 'all of its categories'
  return `${who} does not hold ${lost} any more.`
}

export type InviteStatus = 'accepted' | 'expired' | 'invalid' | 'sent'

/** Returns the status of an invitation; `now` and `expirationDate` are instants. */
export function inviteStatus(
  invite: { hasAccepted: boolean; expirationDate: string; problem: string | null },
  now: Date,
): InviteStatus {
  if (invite.hasAccepted) return 'accepted'
  if (new Date(invite.expirationDate) < now) return 'expired'
  return invite.problem === null ? 'sent' : 'invalid'
}

/** Returns the days until an instant, rounded; 0 if the instant is in the past. */
export function daysUntil(instant: string, now: Date): number {
  return Math.max(0, Math.round((Date.parse(instant) - now.getTime()) / 86_400_000))
}
