import { permissionLabels, permissions } from '@portal/domain/kernel/permissions'
import type { InviteForm, InviteStatus } from '@portal/domain/team/invite-form'
import type { Invite } from '@portal/domain/team/invites.schema'
import { finder } from '../kernel/find.ts'

export const statusBadges = {
  accepted: { label: 'Accepted', tone: 'ok' },
  expired: { label: 'Expired', tone: 'warn' },
  invalid: { label: 'Not valid', tone: 'warn' },
  sent: { label: 'Sent', tone: 'accent' },
} as const satisfies Record<InviteStatus, unknown>

/** The invitations whose email contains the words of the search, the last sent first. */
export function matchingInvites(invites: readonly Invite[], search = ''): Invite[] {
  const isFound = finder(search)
  return invites
    .filter(({ email }) => isFound(email))
    .sort((one, other) => other.sentDate.localeCompare(one.sentDate))
}

/** The form that sends the same invitation again. */
export function formOf(invite: Invite): InviteForm {
  return {
    email: invite.email,
    permissions: invite.permissions,
    categoryIds: invite.categories.map(({ invoiceCategoryId }) => invoiceCategoryId),
  }
}

/** The labels of permissions, in the order of the screens. */
export function labelsOf(held: Invite['permissions']): string[] {
  return permissions.filter((one) => held.includes(one)).map((one) => permissionLabels[one])
}
