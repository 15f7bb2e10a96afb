import {
  holds,
  permissionLabels,
  type Holder,
  type Permission,
  type Role,
} from '../session/permissions.ts'

/** Whose access is changed. */
export interface Member extends Holder {
  id: string
  /** Nobody else in the company could manage it. */
  isLastManager: boolean
}

/** Who changes it; `categoryIds` null means every category (super admin). */
export interface Grantor extends Holder {
  id: string
  categoryIds: readonly number[] | null
}

/** Each rule answers why not, in the words both the server's refusal and the disabled control use. */
type Reason = string | undefined

export const lastManagerReason = 'A company keeps at least one user who can manage it.'
const needsInvoices = 'Requires ‘AccessInvoices’ permission'

function isManager(holder: Holder): boolean {
  return holds(holder, 'ManageUsers')
}

/** Whether the company would be left without a manager if this one were gone. */
export function isLastManager(
  member: Holder & { id: string },
  members: readonly (Holder & { id: string })[],
) {
  return isManager(member) && !members.some((other) => other.id !== member.id && isManager(other))
}

/** What holds for every change of somebody's access. */
function touchRefusal(actor: Grantor, member: Member): Reason {
  if (!isManager(actor)) return 'You do not have permission to do this.'
  if (actor.id === member.id) return 'You cannot change your own access.'
  if (member.role === 'SuperAdmin' && actor.role !== 'SuperAdmin')
    return 'Only a super admin can change a super admin.'
  return undefined
}

export function removalRefusal(actor: Grantor, member: Member): Reason {
  if (actor.id === member.id) return 'You cannot remove yourself.'
  return touchRefusal(actor, member) ?? (member.isLastManager ? lastManagerReason : undefined)
}

export function roleRefusal(actor: Grantor, member: Member, role: Role): Reason {
  const untouchable = touchRefusal(actor, member)
  if (untouchable) return untouchable
  if (actor.role !== 'SuperAdmin') return 'Only a super admin can set the role.'
  const staysManager = isManager({ role, permissions: member.permissions })
  return member.isLastManager && !staysManager ? lastManagerReason : undefined
}

/** Why this one permission cannot be given or taken; what the box does follows from whether it is held now. */
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

/** Why this category cannot be given or taken. */
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

/** The permissions after one was turned on or off: paying is never held without seeing invoices. */
export function withPermission(
  held: readonly Permission[],
  permission: Permission,
  isHeld: boolean,
): Permission[] {
  const kept = held.filter((one) => one !== permission)
  if (isHeld) return [...kept, permission]
  return permission === 'AccessInvoices' ? kept.filter((one) => one !== 'PayInvoices') : kept
}

export type AccessChange =
  | { refusal: string }
  | { role: Role; permissions: Permission[]; granted: Permission[]; removed: Permission[] }

/** The way from a member's present access to the wanted one, one allowed step after another. */
export function changeAccess(
  actor: Grantor,
  member: Member,
  wanted: { role: Role; permissions: readonly Permission[] },
): AccessChange {
  const untouchable = touchRefusal(actor, member)
  if (untouchable) return { refusal: untouchable }
  const before = member.permissions
  // The role first: what a former super admin may keep is decided by the rules for a user.
  let changed: Member = member
  if (wanted.role !== member.role) {
    const refusal = roleRefusal(actor, { ...member, permissions: wanted.permissions }, wanted.role)
    if (refusal) return { refusal }
    changed = { ...member, role: wanted.role }
  }
  for (const permission of stepsTo(before, wanted.permissions)) {
    const isHeld = changed.permissions.includes(permission)
    if (isHeld === wanted.permissions.includes(permission)) continue
    const refusal = permissionRefusal(actor, changed, permission)
    if (refusal) return { refusal }
    changed = { ...changed, permissions: withPermission(changed.permissions, permission, !isHeld) }
  }
  // Paying held before goes quietly with seeing invoices; asked for anew without them it is a mistake.
  const isNew = (one: Permission) => !before.includes(one) && !changed.permissions.includes(one)
  if (wanted.permissions.some(isNew)) return { refusal: needsInvoices }
  return {
    role: wanted.role,
    permissions: [...changed.permissions],
    granted: changed.permissions.filter((one) => !before.includes(one)),
    removed: before.filter((one) => !changed.permissions.includes(one)),
  }
}

/** Seeing invoices comes before paying them, and goes after: neither stands in the other's way. */
function stepsTo(before: readonly Permission[], wanted: readonly Permission[]): Permission[] {
  const changed = [...new Set([...before, ...wanted])]
  const rank = (permission: Permission) => {
    if (permission === 'AccessInvoices') return wanted.includes(permission) ? 0 : 2
    return 1
  }
  return changed.sort((one, other) => rank(one) - rank(other))
}
