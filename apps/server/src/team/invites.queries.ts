import sql from 'sql-template-tag'
import type { Permission } from '@portal/domain/kernel/permissions'
import { inviteProblem } from '@portal/domain/team/invite-form'
import type { Invite } from '@portal/domain/team/invites.schema'
import { grantWords } from '@portal/domain/team/rights-shown'
import type { Tx } from '../platform/database/database.ts'
import type { Scope } from '../platform/database/scope.ts'
import { findSenders, senderKey } from './invite-senders.ts'

type InviteRow = Omit<
  Invite,
  'createdDate' | 'sentDate' | 'expirationDate' | 'sentBy' | 'problem'
> & {
  createdAt: Date
  sentAt: Date
  expiresAt: Date
  invitedByAccount: string
}

const columns = sql`
  i.id, i.email, i.created_at as "createdAt", i.sent_at as "sentAt", i.expires_at as "expiresAt",
  i.accepted_at is not null as "hasAccepted", i.invite_code as "inviteCode", i.invited_by as "userId",
  i.invited_by_account as "invitedByAccount",
  i.accepted_user_id as "acceptedUserId", i.permissions,
  coalesce((select json_agg(json_build_object('invoiceCategoryId', c.invoice_category_id, 'name', c.name)
                            order by lower(c.name))
              from invoice_category c where c.invoice_category_id = any (i.invoice_category_ids)), '[]') as categories`

/** Returns the invitations with their senders, and with their problem if they can no longer be accepted. */
async function toInvites(tx: Tx, accountId: string, rows: InviteRow[]): Promise<Invite[]> {
  const sent = rows.map(({ userId, invitedByAccount }) => ({ invitedBy: userId, invitedByAccount }))
  const senders = await findSenders(tx, accountId, sent)
  return rows.map(({ createdAt, sentAt, expiresAt, invitedByAccount, ...row }) => {
    const sender = senders.get(senderKey({ invitedBy: row.userId, invitedByAccount }))
    const categoryIds = row.categories.map(({ invoiceCategoryId }) => invoiceCategoryId)
    const problem = inviteProblem(sender, { permissions: row.permissions, categoryIds })
    return {
      ...row,
      createdDate: createdAt.toISOString(),
      sentDate: sentAt.toISOString(),
      expirationDate: expiresAt.toISOString(),
      sentBy: sender?.name ?? null,
      problem: row.hasAccepted ? null : (problem ?? null),
    }
  })
}

/** Returns what an invitation grants, for the history. */
export const grantsOf = ({ permissions, categories }: Invite) =>
  grantWords({ permissions, categories: categories.map(({ name }) => name) })

/** Returns the invitations without revoked ones, newest first. */
export async function listInvites(tx: Tx, accountId: string): Promise<Invite[]> {
  const rows = await tx.query<InviteRow>(sql`
    select ${columns} from invite i
     where i.account_id = ${accountId} and i.revoked_at is null
     order by i.sent_at desc, i.id limit 3000`)
  return toInvites(tx, accountId, rows)
}

export async function findInvite(tx: Tx, accountId: string, id: string): Promise<Invite> {
  const rows = await tx.query<InviteRow>(sql`
    select ${columns} from invite i where i.account_id = ${accountId} and i.id = ${id}`)
  const [invite] = await toInvites(tx, accountId, rows)
  if (!invite) throw new Error('the invitation is not there')
  return invite
}

export async function findOpenInvite(
  tx: Tx,
  accountId: string,
  email: string,
): Promise<string | undefined> {
  const row = await tx.one<{ id: string }>(sql`
    select id from invite
     where account_id = ${accountId} and address_key(email) = address_key(${email})
       and accepted_at is null and revoked_at is null`)
  return row?.id
}

/**
 * Returns what the first call with this key sent, by address; undefined if this is the first call, which runs in the
 * transaction of the key.
 */
export async function sentWithKey(
  tx: Tx,
  { accountId, actor }: Scope,
  key: string | undefined,
): Promise<ReadonlyMap<string, 'invited' | 'sentAgain'> | undefined> {
  const first = await tx.one<{ sent: [string, boolean][] }>(sql`
    select array(select json_build_array(address_key(i.email), i.created_at = i.sent_at)
                   from invite i
                  where i.account_id = k.account_id and i.sent_at = k.at and i.invited_by = k.actor_id) as sent
      from request_key k
     where k.account_id = ${accountId} and k.actor_id = ${actor.userId} and k.key = ${key ?? null} and k.at < now()`)
  return (
    first && new Map(first.sent.map(([email, isNew]) => [email, isNew ? 'invited' : 'sentAgain']))
  )
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

/** Inserts an invitation, or renews an open one with a new code and expiry. Returns the invitation's id. */
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

/** Revokes an open invitation. Returns its address; undefined if no invitation has this code. */
export async function revokeInvite(
  tx: Tx,
  accountId: string,
  code: string,
): Promise<Invite | undefined> {
  const rows = await tx.query<InviteRow>(sql`
    update invite i set revoked_at = now()
     where i.account_id = ${accountId} and i.invite_code = ${code} and i.accepted_at is null and i.revoked_at is null
 returning ${columns}`)
  const [revoked] = await toInvites(tx, accountId, rows)
  return revoked
}

/** Ends the invitations sent by a user who leaves. They stay in the list, so that other users can see and resend them. */
export async function expireInvitesOf(tx: Tx, accountId: string, userId: string): Promise<void> {
  await tx.run(sql`
    update invite set expires_at = least(expires_at, now())
     where account_id = ${accountId} and invited_by = ${userId} and accepted_at is null and revoked_at is null`)
}

export interface ReceivedInvite {
  id: string
  email: string
  companyName: string
  permissions: Permission[]
  categoryIds: number[]
  categories: string[]
  invitedBy: string | null
  invitedByAccount: string
  expiresAt: Date
  /** The user who accepted the invitation. */
  acceptedBy: string | null
  isOpen: boolean
  isExpired: boolean
}

/** Returns the invitation with a code, locked until the transaction ends, so that it is accepted once. */
export function lockReceivedInvite(
  tx: Tx,
  accountId: string,
  code: string,
): Promise<ReceivedInvite | undefined> {
  return tx.one(sql`
    select i.id, i.email, c.name as "companyName", i.permissions, i.invoice_category_ids as "categoryIds",
           array(select k.name from invoice_category k
                  where k.invoice_category_id = any (i.invoice_category_ids) order by lower(k.name)) as categories,
           i.invited_by as "invitedBy", i.invited_by_account as "invitedByAccount", i.expires_at as "expiresAt",
           i.accepted_user_id as "acceptedBy", i.accepted_at is null and i.revoked_at is null as "isOpen", i.expires_at <= now() as "isExpired"
      from invite i join company c on c.account_id = i.account_id
     where i.account_id = ${accountId} and i.invite_code = ${code}
       for update of i`)
}
