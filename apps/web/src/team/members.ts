import { holds, permissionLabels, permissions } from '@portal/domain/session/permissions'
import type { Permission, Role } from '@portal/domain/session/permissions'
import { withPermission } from '@portal/domain/team/grants'
import type { InvoiceCategory, User, UserCategories } from '@portal/domain/team/team.schema'

/** Somebody of the company and the categories they hold. */
export interface TeamMember extends User {
  name: string
  categories: readonly InvoiceCategory[]
}

/** One thing to change about a member's access, saying what shall be. */
export type AccessStep =
  | { kind: 'permission'; permission: Permission; isHeld: boolean }
  | { kind: 'role'; role: Role }
  | { kind: 'category'; category: InvoiceCategory; isHeld: boolean }

export function afterStep<Member extends Pick<TeamMember, 'role' | 'permissions' | 'categories'>>(
  member: Member,
  step: AccessStep,
): Member {
  if (step.kind === 'role') return { ...member, role: step.role }
  if (step.kind === 'permission')
    return {
      ...member,
      permissions: withPermission(member.permissions, step.permission, step.isHeld),
    }
  const { invoiceCategoryId } = step.category
  const others = member.categories.filter((one) => one.invoiceCategoryId !== invoiceCategoryId)
  return { ...member, categories: step.isHeld ? [...others, step.category] : others }
}

export function nameOf({ firstName, lastName, email }: User): string {
  return `${firstName} ${lastName}`.trim() || email
}

const byName = new Intl.Collator('en-US', { sensitivity: 'base', numeric: true })

/** The members by name, each with the categories held. */
export function teamOf(
  users: readonly User[],
  held: readonly UserCategories[] | undefined,
): TeamMember[] {
  const categories = new Map(held?.map((one) => [one.userId, one.categories]))
  return users
    .map((user) => ({ ...user, name: nameOf(user), categories: categories.get(user.id) ?? [] }))
    .sort((one, other) => byName.compare(one.name, other.name))
}

/** What the head of a member says: the role of a super admin, else what is held, by label. */
export function accessSummary(member: Pick<User, 'role' | 'permissions'>): string {
  if (member.role === 'SuperAdmin') return 'Super Admin'
  const labels = permissions
    .filter((permission) => holds(member, permission))
    .map((permission) => permissionLabels[permission])
  return labels.join(', ') || 'No permissions'
}

/** The members whose name or e-mail contains what was typed, in whatever case. */
export function matchingMembers(
  members: readonly TeamMember[],
  search: string | undefined,
): readonly TeamMember[] {
  const wanted = (search ?? '').trim().toLowerCase()
  if (!wanted) return members
  return members.filter(({ name, email }) => `${name}\n${email}`.toLowerCase().includes(wanted))
}

export type MemberKind = 'super' | 'provider' | 'customer'

/** Whose people somebody belongs to, by role and e-mail domain; the icon's colour shows it. */
export function kindOf(
  member: Pick<User, 'role' | 'email'>,
  providerDomain: string | undefined,
): MemberKind {
  if (member.role === 'SuperAdmin') return 'super'
  const domain = member.email.split('@').at(-1)?.toLowerCase()
  return domain && domain === providerDomain?.toLowerCase() ? 'provider' : 'customer'
}
