import sql from 'sql-template-tag'
import type { Permission, Role } from '@portal/domain/kernel/permissions'
import type { InviteSender } from '@portal/domain/team/invite-form'
import { switchAccount, type Tx } from '../platform/database/database.ts'

/** The last sender of an invitation: a user of its company, or a super admin of another company. */
interface SentBy {
  invitedBy: string | null
  invitedByAccount: string
}

interface SenderRow {
  id: string
  name: string
  role: Role
  permissions: Permission[]
  categoryIds: number[]
  isActive: boolean
}

/** Includes the company, because user ids are unique only within a company. */
export const senderKey = ({ invitedBy, invitedByAccount }: SentBy) =>
  `${invitedByAccount} ${invitedBy}`

/** Returns the current senders of invitations by their key. Afterwards the transaction is in the company of the invitations. */
export async function findSenders(
  tx: Tx,
  accountId: string,
  sent: readonly SentBy[],
): Promise<Map<string, InviteSender>> {
  const senders = new Map<string, InviteSender>()
  for (const company of new Set(sent.map(({ invitedByAccount }) => invitedByAccount))) {
    const ids = sent.flatMap((one) =>
      one.invitedByAccount === company && one.invitedBy ? [one.invitedBy] : [],
    )
    if (company !== accountId) await switchAccount(tx, company)
    for (const row of await findPeople(tx, company, [...new Set(ids)]))
      senders.set(
        senderKey({ invitedBy: row.id, invitedByAccount: company }),
        toSender(row, company === accountId),
      )
    if (company !== accountId) await switchAccount(tx, accountId)
  }
  return senders
}

function findPeople(tx: Tx, accountId: string, ids: readonly string[]): Promise<SenderRow[]> {
  return tx.query(sql`
    select u.id, coalesce(nullif(trim(u.first_name || ' ' || u.last_name), ''), u.email) as name,
           u.role, u.permissions, u.deactivated_at is null as "isActive",
           array(select h.invoice_category_id from user_category h
                  where h.account_id = u.account_id and h.user_id = u.id) as "categoryIds"
      from portal_user u
     where u.account_id = ${accountId} and u.id = any (${ids}::uuid[])`)
}

/** Of users of other companies, only super admins may invite. */
function toSender(row: SenderRow, isOfCompany: boolean): InviteSender {
  const { name, role, permissions, categoryIds, isActive } = row
  const isSuper = role === 'SuperAdmin'
  const mayAct = isActive && (isOfCompany || isSuper)
  return {
    name,
    holds: mayAct ? { role, permissions, categoryIds: isSuper ? null : categoryIds } : undefined,
  }
}
