import sql from 'sql-template-tag'
import type { Permission } from '@portal/domain/session/permissions'
import type { Invite } from '@portal/domain/team/invites.schema'
import type { Tx } from '../platform/database.ts'

type InviteRow = Omit<Invite, 'createdDate' | 'sentDate' | 'expirationDate'> & {
  createdAt: Date
  sentAt: Date
  expiresAt: Date
}

const columns = sql`
  i.id, i.email, i.created_at as "createdAt", i.sent_at as "sentAt", i.expires_at as "expiresAt",
  i.accepted_at is not null as "hasAccepted", i.invite_code as "inviteCode", i.invited_by as "userId",
  i.accepted_user_id as "acceptedUserId", i.permissions,
  coalesce((select json_agg(json_build_object('invoiceCategoryId', c.invoice_category_id, 'name', c.name)
                            order by lower(c.name))
              from invoice_category c where c.invoice_category_id = any (i.invoice_category_ids)), '[]') as categories`

function toInvite({ createdAt, sentAt, expiresAt, ...row }: InviteRow): Invite {
  return {
    ...row,
    createdDate: createdAt.toISOString(),
    sentDate: sentAt.toISOString(),
    expirationDate: expiresAt.toISOString(),
  }
}

/** Newest first; revoked ones are gone. */
export async function listInvites(tx: Tx, accountId: string): Promise<Invite[]> {
  const rows = await tx.query<InviteRow>(sql`
    select ${columns} from invite i
     where i.account_id = ${accountId} and i.revoked_at is null
     order by i.sent_at desc, i.id limit 3000`)
  return rows.map(toInvite)
}

export async function findInvite(tx: Tx, accountId: string, id: string): Promise<Invite> {
  const row = await tx.one<InviteRow>(sql`
    select ${columns} from invite i where i.account_id = ${accountId} and i.id = ${id}`)
  if (!row) throw new Error('the invitation written a moment ago is not there')
  return toInvite(row)
}

export function findOpenInvite(
  tx: Tx,
  accountId: string,
  email: string,
): Promise<{ id: string } | undefined> {
  return tx.one(sql`
    select id from invite
     where account_id = ${accountId} and lower(email) = lower(${email})
       and accepted_at is null and revoked_at is null`)
}

export interface InviteContent {
  email: string
  permissions: Permission[]
  categoryIds: number[]
  code: string
  days: number
  invitedBy: string
  invitedByAccount: string
}

/** Writes a new invitation, or renews an open one: same invite, new code and expiry. Answers its id. */
export async function saveInvite(
  tx: Tx,
  accountId: string,
  openId: string | undefined,
  content: InviteContent,
): Promise<string> {
  const { email, permissions, categoryIds, code, days, invitedBy, invitedByAccount } = content
  const row = await tx.one<{ id: string }>(sql`
    insert into invite (account_id, id, email, invite_code, permissions, invoice_category_ids, invited_by,
                        invited_by_account, expires_at)
    values (${accountId}, coalesce(${openId}::uuid, gen_random_uuid()), ${email}, ${code}, ${permissions},
            ${categoryIds}, ${invitedBy}, ${invitedByAccount}, now() + make_interval(days => ${days}))
        on conflict (account_id, id) do update
       set invite_code = excluded.invite_code, permissions = excluded.permissions,
           invoice_category_ids = excluded.invoice_category_ids, invited_by = excluded.invited_by,
           invited_by_account = excluded.invited_by_account, sent_at = now(), expires_at = excluded.expires_at
 returning id`)
  return row!.id
}

/** Takes an open invitation back; answers whose it was, or nothing when there is none with this code. */
export async function revokeInvite(
  tx: Tx,
  accountId: string,
  code: string,
): Promise<Invite | undefined> {
  const row = await tx.one<InviteRow>(sql`
    update invite i set revoked_at = now()
     where i.account_id = ${accountId} and i.invite_code = ${code} and i.accepted_at is null and i.revoked_at is null
 returning ${columns}`)
  return row && toInvite(row)
}

export async function revokeInvitesOf(tx: Tx, accountId: string, userId: string): Promise<void> {
  await tx.run(sql`
    update invite set revoked_at = now()
     where account_id = ${accountId} and invited_by = ${userId} and accepted_at is null and revoked_at is null`)
}

export interface ReceivedInvite {
  id: string
  email: string
  companyName: string
  permissions: Permission[]
  categoryIds: number[]
  invitedBy: string
  invitedByAccount: string
  expiresAt: Date
  isOpen: boolean
  isExpired: boolean
}

/** The invitation behind a code, held until the transaction ends: it is accepted once. */
export function lockReceivedInvite(
  tx: Tx,
  accountId: string,
  code: string,
): Promise<ReceivedInvite | undefined> {
  return tx.one(sql`
    select i.id, i.email, c.name as "companyName", i.permissions, i.invoice_category_ids as "categoryIds",
           i.invited_by as "invitedBy", i.invited_by_account as "invitedByAccount", i.expires_at as "expiresAt",
           i.accepted_at is null and i.revoked_at is null as "isOpen", i.expires_at <= now() as "isExpired"
      from invite i join company c on c.account_id = i.account_id
     where i.account_id = ${accountId} and i.invite_code = ${code}
       for update of i`)
}
