import sql from 'sql-template-tag'
import { permissionLabels, type Permission, type Role } from '@portal/domain/kernel/permissions'
import {
  categoryRefusal,
  changeAccess,
  removalRefusal,
  withPermission,
  type AllowedChange,
} from '@portal/domain/team/grants'
import type {
  ShownRights,
  ToggleCategory,
  UpdateUser,
  User,
  UserCategories,
} from '@portal/domain/team/team.schema'
import { changedRights } from '@portal/domain/team/rights-shown'
import type { Tx } from '../platform/database/database.ts'
import { authorOf, eventAuthor, recordHistory, type Author } from '../platform/history/history.ts'
import { publishEvent } from '../platform/outbox/outbox.ts'
import { notFound, Refusal } from '../platform/http/refusal.ts'
import type { SecurityEvent } from '../platform/log/security-log.ts'
import type { Scope } from '../platform/database/scope.ts'
import { grantorOf, refuseChange } from './change-team.ts'
import { expireInvitesOf } from './invites.queries.ts'
import {
  findMember,
  listCategories,
  listHeldCategories,
  saveAccess,
  type TeamMember,
} from './members.queries.ts'

type AccessOrder = Omit<UpdateUser, 'userId' | 'accountId'>

/** Changes a member's access as requested, if the actor may make each of the changes. Returns what was changed. */
export async function orderAccess(
  tx: Tx,
  scope: Scope,
  { userId, ...order }: AccessOrder & { userId: string },
  providerDomain: string,
): Promise<SecurityEvent | undefined> {
  const member = await findMember(tx, scope.accountId, userId)
  await requireShown(tx, scope.accountId, member, order.shown)
  const permissions = permissionsAfter(member, order)
  const wanted = { role: order.role ?? member.role, permissions }
  const change = changeAccess(grantorOf(scope), member, wanted, providerDomain)
  if ('refusal' in change) throw refuseChange(change.refusal)
  await saveChange(tx, scope, member, change)
  if (change.role !== member.role)
    return change.role === 'SuperAdmin' ? 'super_admin.granted' : 'super_admin.revoked'
  return change.granted.length + change.removed.length > 0 ? 'access.changed' : undefined
}

/** Throws a Refusal if a member's access differs from what the admin saw. */
export async function requireShown(
  tx: Tx,
  accountId: string,
  { id, name, role, permissions }: TeamMember,
  shown: ShownRights | undefined,
): Promise<void> {
  if (!shown) return
  const held = await heldBy(tx, accountId, id)
  const categories = held.categories.map((one) => one.name)
  const now = { role, permissions: [...permissions], categories }
  const changed = changedRights(name, shown, now)
  if (changed) throw new Refusal(409, changed)
}

function permissionsAfter({ permissions: held }: TeamMember, order: AccessOrder) {
  const { permissions, grant, revoke } = order
  const named = [permissions, grant, revoke].filter((one) => one !== undefined)
  if (named.length > 1) throw new Refusal(400, 'Send only one of permissions, grant and revoke.')
  if (grant) return withPermission(held, grant, true)
  if (revoke) return withPermission(held, revoke, false)
  return permissions ?? held
}

async function saveChange(
  tx: Tx,
  scope: Scope,
  member: TeamMember,
  { role, permissions, granted, removed }: AllowedChange,
): Promise<void> {
  if (role === member.role && granted.length + removed.length === 0) return
  await saveAccess(tx, scope.accountId, member.id, { role, permissions })
  if (role !== member.role)
    await recordHistory(tx, authorOf(scope), {
      category: 'User',
      entryType: 'Role Changed',
      description: `Changed the role of ${member.name}: ${roleLabels[member.role]} → ${roleLabels[role]}`,
    })
  if (granted.length + removed.length > 0)
    await recordHistory(tx, authorOf(scope), {
      category: 'User',
      entryType: 'Permissions Changed',
      description: `Changed the permissions of ${member.name}: ${listed(member.permissions)} → ${listed(permissions)}`,
    })
}

const roleLabels: Record<Role, string> = { SuperAdmin: 'Super', User: 'User' }

function listed(held: readonly Permission[]): string {
  const inOrder = Object.entries(permissionLabels).filter(([key]) =>
    held.includes(key as Permission),
  )
  return inOrder.map(([, label]) => label).join(', ') || 'none'
}

/** Adds or removes one category; without `granted` it toggles. */
export async function toggleCategory(
  tx: Tx,
  scope: Scope,
  { userId, invoiceCategoryId, granted, shown }: ToggleCategory,
): Promise<UserCategories> {
  const { accountId } = scope
  const member = await findMember(tx, accountId, userId)
  const known = await listCategories(tx, accountId, scope.actor.role === 'SuperAdmin')
  const category = known.find((one) => one.invoiceCategoryId === invoiceCategoryId)
  if (!category) throw notFound()
  const refusal = categoryRefusal(grantorOf(scope), member, invoiceCategoryId)
  if (refusal) throw refuseChange(refusal)
  await requireShown(tx, accountId, member, shown)

  const before = await heldBy(tx, accountId, userId)
  const isHeld = before.categories.some((one) => one.invoiceCategoryId === invoiceCategoryId)
  if (isHeld === (granted ?? !isHeld)) return before
  await tx.run(
    isHeld
      ? sql`delete from user_category
             where account_id = ${accountId} and user_id = ${userId}
               and invoice_category_id = ${invoiceCategoryId}`
      : sql`insert into user_category (account_id, user_id, invoice_category_id)
            values (${accountId}, ${userId}, ${invoiceCategoryId})`,
  )
  await saveAccess(tx, accountId, userId, member.user)
  const after = await heldBy(tx, accountId, userId)
  await recordHistory(tx, authorOf(scope), {
    category: 'User',
    entryType: 'Categories Changed',
    description:
      `${isHeld ? 'Took' : 'Gave'} the invoice category ${category.name} ${isHeld ? 'from' : 'to'} ${member.name}: ` +
      `${before.categories.length} → ${after.categories.length} categories`,
  })
  return after
}

async function heldBy(tx: Tx, accountId: string, userId: string): Promise<UserCategories> {
  const [held] = await listHeldCategories(tx, accountId, [userId])
  return held ?? { userId, categories: [] }
}

/** Removes a user's access: ends sessions, open invitations and requests in the same transaction. */
export async function removeMember(tx: Tx, scope: Scope, userId: string): Promise<User> {
  const member = await findMember(tx, scope.accountId, userId)
  const refusal = removalRefusal(grantorOf(scope), member)
  if (refusal) throw refuseChange(refusal)
  await deactivate(tx, authorOf(scope), member, {
    reason: 'removed',
    entryType: 'User Removed',
    description: `Removed ${member.name} (${member.email})`,
  })
  return { ...member.user, isActive: false }
}

interface Leaving {
  reason: 'removed' | 'left'
  entryType: string
  description: string
}

/** Ends everything that is tied to a user who leaves a company; a trigger ends the sessions. */
export async function deactivate(
  tx: Tx,
  author: Author,
  { id, email }: TeamMember,
  { reason, ...entry }: Leaving,
): Promise<void> {
  const { accountId } = author
  await tx.run(sql`
    update portal_user set deactivated_at = now() where account_id = ${accountId} and id = ${id}`)
  await tx.run(sql`
    update access_request set decided_at = now(), granted = false
     where account_id = ${accountId} and user_id = ${id} and decided_at is null`)
  await expireInvitesOf(tx, accountId, id)
  await recordHistory(tx, author, { category: 'User', ...entry })
  await publishEvent(tx, {
    accountId,
    type: 'user.removed',
    data: { userId: id, email, reason, removedBy: eventAuthor(author) },
  })
}
