import sql from 'sql-template-tag'
import { permissionLabels, type Permission, type Role } from '@portal/domain/session/permissions'
import { categoryRefusal, changeAccess, removalRefusal } from '@portal/domain/team/grants'
import type { ToggleCategory, User, UserCategories } from '@portal/domain/team/team.schema'
import type { Tx } from '../platform/database.ts'
import { authorOf, eventAuthor, recordHistory } from '../platform/history.ts'
import { publishEvent } from '../platform/outbox.ts'
import { notFound } from '../platform/refusal.ts'
import type { Scope } from '../platform/scope.ts'
import { grantorOf, refuseChange } from './change-team.ts'
import { revokeInvitesOf } from './invites.queries.ts'
import { findMember, listHeldCategories, saveAccess, type TeamMember } from './members.queries.ts'

/** Gives a member exactly this access, if the actor may make every single change on the way there. */
export async function setAccess(
  tx: Tx,
  scope: Scope,
  userId: string,
  wanted: { role: Role; permissions: readonly Permission[] },
): Promise<void> {
  const member = await findMember(tx, scope.accountId, userId)
  const change = changeAccess(grantorOf(scope), member, wanted)
  if ('refusal' in change) throw refuseChange(change.refusal)
  const { role, permissions, granted, removed } = change
  if (role === member.role && granted.length + removed.length === 0) return
  await saveAccess(tx, scope.accountId, userId, { role, permissions })
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

/** Gives or takes one category; without `granted` the present state is turned round. */
export async function toggleCategory(
  tx: Tx,
  scope: Scope,
  { userId, invoiceCategoryId, granted }: ToggleCategory,
): Promise<UserCategories> {
  const { accountId } = scope
  const member = await findMember(tx, accountId, userId)
  const category = await tx.one<{ name: string }>(
    sql`select name from invoice_category where invoice_category_id = ${invoiceCategoryId}`,
  )
  if (!category) throw notFound()
  const refusal = categoryRefusal(grantorOf(scope), member, invoiceCategoryId)
  if (refusal) throw refuseChange(refusal)

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

/** Ends somebody's access for good: sessions, open invitations and requests with it, in this transaction. */
export async function removeMember(tx: Tx, scope: Scope, userId: string): Promise<User> {
  const member = await findMember(tx, scope.accountId, userId)
  const refusal = removalRefusal(grantorOf(scope), member)
  if (refusal) throw refuseChange(refusal)
  await deactivate(tx, scope.accountId, member)
  await recordHistory(tx, authorOf(scope), {
    category: 'User',
    entryType: 'User Removed',
    description: `Removed ${member.name} (${member.email})`,
  })
  await publishEvent(tx, {
    accountId: scope.accountId,
    type: 'user.removed',
    data: {
      userId,
      email: member.email,
      reason: 'removed',
      removedBy: eventAuthor(authorOf(scope)),
    },
  })
  return { ...member.user, isActive: false }
}

/** What goes with a person who leaves a company; a trigger ends the sessions. */
export async function deactivate(tx: Tx, accountId: string, { id }: TeamMember): Promise<void> {
  await tx.run(sql`
    update portal_user set deactivated_at = now() where account_id = ${accountId} and id = ${id}`)
  await tx.run(sql`
    update access_request set decided_at = now(), granted = false
     where account_id = ${accountId} and user_id = ${id} and decided_at is null`)
  await revokeInvitesOf(tx, accountId, id)
}
