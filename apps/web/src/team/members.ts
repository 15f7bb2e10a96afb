import { holds, permissionLabels, permissions } from '@portal/domain/kernel/permissions'
import type { Permission, Role } from '@portal/domain/kernel/permissions'
import { isOfProvider, withPermission } from '@portal/domain/team/grants'
import type { InvoiceCategory, User, UserCategories } from '@portal/domain/team/team.schema'
import { finder } from '../kernel/find.ts'

/** A user of the company with their invoice categories. */
export interface TeamMember extends User {
  name: string
  categories: readonly InvoiceCategory[]
}

/** A change of a member's access, which sets a state rather than toggling it. */
export type AccessStep =
  | { kind: 'permission'; permission: Permission; isHeld: boolean }
  | { kind: 'role'; role: Role }
  | { kind: 'category'; category: InvoiceCategory; isHeld: boolean }

export const isSameStep = (one: AccessStep, other: AccessStep) =>
  JSON.stringify(one) === JSON.stringify(other)

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

/** The members by name, each with their categories. */
export function teamOf(
  users: readonly User[],
  held: readonly UserCategories[] | undefined,
): TeamMember[] {
  const categories = new Map(held?.map((one) => [one.userId, one.categories]))
  return users
    .map((user) => ({ ...user, name: nameOf(user), categories: categories.get(user.id) ?? [] }))
    .sort((one, other) => byName.compare(one.name, other.name))
}

/** The summary in a member's head: a super admin's role, or the labels of the permissions. */
export function accessSummary(member: Pick<User, 'role' | 'permissions'>): string {
  if (member.role === 'SuperAdmin') return 'Super Admin'
  const labels = permissions
    .filter((permission) => holds(member, permission))
    .map((permission) => permissionLabels[permission])
  return labels.join(', ') || 'No permissions'
}

/** The members whose name and email contain the words of the search. */
export function matchingMembers(
  members: readonly TeamMember[],
  search = '',
): readonly TeamMember[] {
  const isFound = finder(search)
  return members.filter(({ name, email }) => isFound(name, email))
}

export type MemberKind = 'super' | 'provider' | 'customer'

/** Classifies a member by role and email domain; shown as the icon's color. */
export function kindOf(member: Pick<User, 'role' | 'email'>, providerDomain: string): MemberKind {
  if (member.role === 'SuperAdmin') return 'super'
  return isOfProvider(member, providerDomain) ? 'provider' : 'customer'
}
