import { addressKey } from '../kernel/email.ts'
import {
  holds,
  permissionLabels,
  type Holder,
  type Permission,
  type Role,
} from '../kernel/permissions.ts'

/** The member whose access is changed. */
export interface Member extends Holder {
  id: string
  email: string
  /** No other user can manage the company. */
  isLastManager: boolean
}

/** The user who changes the member; `categoryIds` null means every category (super admin). */
export interface Grantor extends Holder {
  id: string
  categoryIds: readonly number[] | null
}

/** Why a rule forbids a change. The server refuses with this text, and the disabled control shows it. */
type Reason = string | undefined

/** Returns whether an address belongs to the provider. Only the provider's employees may become super admins. */
export function isOfProvider({ email }: { email: string }, providerDomain: string): boolean {
  return addressKey(email).endsWith(`@${addressKey(providerDomain)}`)
}

export const lastManagerReason = 'A company keeps at least one user who can manage it.'
const needsInvoices = 'Requires ‘AccessInvoices’ permission'

function isManager(holder: Holder): boolean {
  return holds(holder, 'ManageUsers')
}

/** Returns whether the company would have no manager without this member. */
export function isLastManager(
  member: Holder & { id: string },
  members: readonly (Holder & { id: string })[],
) {
  return isManager(member) && !members.some((other) => other.id !== member.id && isManager(other))
}

/** The rule for every change of a member's access. */
function touchRefusal(actor: Grantor, member: Member): Reason {
  if (!isManager(actor)) return 'You do not have permission to do this.'
  if (actor.id === member.id) return 'You cannot change your own access.'
  if (member.role === 'SuperAdmin' && actor.role !== 'SuperAdmin')
    return 'Only a super admin can change a super admin.'
  return undefined
}

/** The rule for removing a member's account at the sign-in provider. */
export const resetRefusal = (actor: Grantor, member: Pick<Member, 'id'>): Reason =>
  actor.id === member.id
    ? 'You cannot reset your own sign-in. Ask another super admin, or use the command portal sign-in rebind.'
    : undefined

export function removalRefusal(actor: Grantor, member: Member): Reason {
  if (actor.id === member.id) return 'You cannot remove yourself.'
  return touchRefusal(actor, member) ?? (member.isLastManager ? lastManagerReason : undefined)
}

/** Returns why this user may not see the sessions of a member, which include network addresses. */
export function sessionsRefusal(actor: Grantor, member: Pick<Member, 'role'>): Reason {
  if (!isManager(actor)) return 'You do not have permission to do this.'
  if (member.role === 'SuperAdmin' && actor.role !== 'SuperAdmin')
    return 'Only a super admin can see where a super admin is signed in.'
  return undefined
}

export function roleRefusal(
  actor: Grantor,
  member: Member,
  role: Role,
  providerDomain: string,
): Reason {
  const untouchable = touchRefusal(actor, member)
  if (untouchable) return untouchable
  if (actor.role !== 'SuperAdmin') return 'Only a super admin can set the role.'
  if (role === 'SuperAdmin' && role !== member.role && !isOfProvider(member, providerDomain))
    return `Only people with an address at ${providerDomain} can be super admins.`
  const staysManager = isManager({ role, permissions: member.permissions })
  return member.isLastManager && !staysManager ? lastManagerReason : undefined
}

/** Returns why a permission cannot be changed. The checkbox grants it, or revokes it if the member has it. */
export function permissionRefusal(actor: Grantor, member: Member, permission: Permission): Reason {
  const untouchable = touchRefusal(actor, member)
  if (untouchable) return untouchable
  if (member.role === 'SuperAdmin') return 'A super admin holds every permission.'
  if (!holds(actor, permission)) return `You do not hold ${permissionLabels[permission]} yourself.`
  const isHeld = member.permissions.includes(permission)
  if (permission === 'PayInvoices' && !isHeld && !member.permissions.includes('AccessInvoices'))
    return needsInvoices
  if (permission === 'ManageUsers' && isHeld && member.isLastManager) return lastManagerReason
  const takesPaying = permission === 'AccessInvoices' && member.permissions.includes('PayInvoices')
  if (takesPaying && !holds(actor, 'PayInvoices'))
    return `Removing ${permissionLabels.AccessInvoices} also removes ${permissionLabels.PayInvoices}, which you do not hold yourself.`
  return undefined
}

/** Returns why a category cannot be granted or revoked. */
export function categoryRefusal(actor: Grantor, member: Member, invoiceCategoryId: number): Reason {
  const untouchable = touchRefusal(actor, member)
  if (untouchable) return untouchable
  if (member.role === 'SuperAdmin') return 'A super admin sees every category.'
  if (!holds(actor, 'AccessInvoices'))
    return `You do not hold ${permissionLabels.AccessInvoices} yourself.`
  if (!member.permissions.includes('AccessInvoices')) return needsInvoices
  if (actor.categoryIds && !actor.categoryIds.includes(invoiceCategoryId))
    return 'You do not hold this category yourself.'
  return undefined
}

/** Returns the permissions after one is granted or revoked: paying invoices requires access to them. */
export function withPermission(
  held: readonly Permission[],
  permission: Permission,
  isHeld: boolean,
): Permission[] {
  const kept = held.filter((one) => one !== permission)
  if (isHeld) return [...kept, permission]
  return permission === 'AccessInvoices' ? kept.filter((one) => one !== 'PayInvoices') : kept
}

export interface AllowedChange {
  role: Role
  permissions: Permission[]
  granted: Permission[]
  removed: Permission[]
}
export type AccessChange = { refusal: string } | AllowedChange

/** Changes a member's access to the requested one in single steps, each of which must be allowed. */
export function changeAccess(
  actor: Grantor,
  member: Member,
  wanted: { role: Role; permissions: readonly Permission[] },
  providerDomain: string,
): AccessChange {
  const untouchable = touchRefusal(actor, member)
  if (untouchable) return { refusal: untouchable }
  const before = member.permissions
  // The role is changed first, because the rules for users decide which permissions a former super admin may keep.
  let changed: Member = member
  if (wanted.role !== member.role) {
    const asWanted = { ...member, permissions: wanted.permissions }
    const refusal = roleRefusal(actor, asWanted, wanted.role, providerDomain)
    if (refusal) return { refusal }
    changed = { ...member, role: wanted.role }
  }
  // A super admin has every permission; the permissions as a user stay stored for when the role is removed.
  if (wanted.role === 'SuperAdmin')
    return { role: wanted.role, permissions: [...before], granted: [], removed: [] }
  for (const permission of stepsTo(before, wanted.permissions)) {
    const isHeld = changed.permissions.includes(permission)
    if (isHeld === wanted.permissions.includes(permission)) continue
    const refusal = permissionRefusal(actor, changed, permission)
    if (refusal) return { refusal }
    changed = { ...changed, permissions: withPermission(changed.permissions, permission, !isHeld) }
  }
  // Revoking the access to invoices also revokes payments. A new request to pay without that access is a mistake.
  const isNew = (one: Permission) => !before.includes(one) && !changed.permissions.includes(one)
  if (wanted.permissions.some(isNew)) return { refusal: needsInvoices }
  return {
    role: wanted.role,
    permissions: [...changed.permissions],
    granted: changed.permissions.filter((one) => !before.includes(one)),
    removed: before.filter((one) => !changed.permissions.includes(one)),
  }
}

/** Orders the steps: access to invoices is granted before the permission to pay, and revoked after it. */
function stepsTo(before: readonly Permission[], wanted: readonly Permission[]): Permission[] {
  const changed = [...new Set([...before, ...wanted])]
  const rank = (permission: Permission) => {
    if (permission === 'AccessInvoices') return wanted.includes(permission) ? 0 : 2
    return 1
  }
  return changed.sort((one, other) => rank(one) - rank(other))
}
