import { isEmailAddress } from '../kernel/email.ts'
import { holds, permissionLabels, type Permission } from '../session/permissions.ts'
import type { Grantor } from './grants.ts'

export interface InviteForm {
  email: string
  permissions: readonly Permission[]
  categoryIds: readonly number[]
}

export type InviteFaults = Partial<Record<'email' | 'permissions' | 'categories', string>>

/** What is still wrong with an invitation, by field; nothing when it can be sent. */
export function inviteFaults({ email, permissions, categoryIds }: InviteForm): InviteFaults {
  const faults: InviteFaults = {}
  if (!isEmailAddress(email)) faults.email = 'Please enter a valid email address.'
  if (permissions.length === 0) faults.permissions = 'Please select at least one permission.'
  if (permissions.includes('AccessInvoices') && categoryIds.length === 0)
    faults.categories = 'Please select at least one invoice category.'
  return faults
}

/** Why this person cannot give all of that away: nobody grants what they do not hold. */
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

export type InviteStatus = 'accepted' | 'expired' | 'sent'

/** `now` and `expirationDate` are instants. */
export function inviteStatus(
  invite: { hasAccepted: boolean; expirationDate: string },
  now: Date,
): InviteStatus {
  if (invite.hasAccepted) return 'accepted'
  return new Date(invite.expirationDate) < now ? 'expired' : 'sent'
}

/** Whole days until then, rounded; never below zero. */
export function daysUntil(instant: string, now: Date): number {
  return Math.max(0, Math.round((Date.parse(instant) - now.getTime()) / 86_400_000))
}
