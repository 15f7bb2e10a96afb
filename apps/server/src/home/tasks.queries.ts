import sql from 'sql-template-tag'
import type { Home } from '@portal/domain/home/home.schema'
import { pendingApproval } from '@portal/domain/equipment/status'
import { fromCents } from '@portal/domain/kernel/money'
import type { Permission } from '@portal/domain/kernel/permissions'
import type { Tx } from '../platform/database/database.ts'
import type { Scope } from '../platform/database/scope.ts'
import { visibleCategories } from '../session/visible-categories.ts'

/** The most entries of one kind that the overview shows. */
const most = 3
/** More than any company has. Tasks are counted up to here, but not listed. */
const mostCounted = 1000

/** Returns the user's payments that wait for the user's response to the bank, oldest first. */
export async function findAsked(tx: Tx, scope: Scope): Promise<Home['asked']> {
  const rows = await tx.query<{
    invoiceNumber: string
    cents: number
    currency: string
    createdAt: Date
    isInBatch: boolean
  }>(sql`
    select p.invoice_number as "invoiceNumber", p.amount_cents as cents, p.currency, p.created_at as "createdAt",
           b.id is not null as "isInBatch"
      from payment_attempt p
      join invoice i on i.account_id = p.account_id and i.id = p.invoice_id
      left join payment_batch b on b.account_id = p.account_id and b.id = p.batch_id and b.finished_at is null
     where p.account_id = ${scope.accountId} and p.state = 'requires_action'
       and p.actor_id = ${scope.actor.userId} ${visibleCategories(scope)}
     order by p.created_at, p.id limit ${most}`)
  return rows.map(({ cents, currency, createdAt, ...row }) => ({
    ...row,
    amount: fromCents(cents, currency),
    currencyIsoCode: currency,
    since: createdAt.toISOString(),
  }))
}

export async function findApprovals(tx: Tx, accountId: string): Promise<Home['approvals']> {
  const row = await tx.one<{ count: number; cents: number; ids: string[] }>(sql`
    with waiting as (
      select equipment_request_id as id, order_date from equipment_request
       where account_id = ${accountId} and external_order_status = ${pendingApproval})
    select (select count(*) from waiting) as count,
           (select coalesce(sum(l.installation_fee_cents), 0)::bigint from equipment_line l
             where l.account_id = ${accountId} and l.equipment_request_id in (select id from waiting)) as cents,
           array(select id from waiting order by order_date desc, id limit ${most}) as ids`)
  const { count, cents, ids } = row!
  return { count, total: fromCents(cents, 'USD'), ids }
}

/** Returns the permissions that colleagues request, oldest first. */
export async function findAccessRequests(
  tx: Tx,
  accountId: string,
): Promise<Home['accessRequests']> {
  const rows = await tx.query<{
    userId: string
    userName: string
    permission: Permission
    createdAt: Date
  }>(sql`
    select r.user_id as "userId", coalesce(nullif(trim(u.first_name || ' ' || u.last_name), ''), u.email) as "userName",
           r.permission, r.created_at as "createdAt"
      from access_request r join portal_user u on u.account_id = r.account_id and u.id = r.user_id
     where r.account_id = ${accountId} and r.decided_at is null and u.deactivated_at is null
     order by r.created_at, r.id limit ${mostCounted}`)
  return rows.map(({ createdAt, ...row }) => ({ ...row, createdDate: createdAt.toISOString() }))
}

type Orders = Pick<Home, 'drafts' | 'draftCount' | 'unsentItems' | 'unsentDraft'>

/**
 * Returns the company's saved drafts and the order that the user is building. A draft that is in both is returned only as
 * the latter.
 */
export async function findUnsubmitted(tx: Tx, { accountId, actor }: Scope): Promise<Orders> {
  const unsent = await tx.one<{ items: number; draft: number | null }>(sql`
    select jsonb_array_length(content -> 'data' -> 'lineItems') as items,
           (content -> 'draft' ->> 'id')::bigint as draft
      from unsent_order where account_id = ${accountId} and person_id = ${actor.userId} and content is not null`)
  const isUnsent = (unsent?.items ?? 0) > 0
  const other = sql`
    o.account_id = ${accountId} and o.status = 'Draft' and o.id is distinct from ${isUnsent ? unsent!.draft : null}`
  const rows = await tx.query<{
    id: number
    savedBy: string
    itemCount: number
    savedAt: Date
    total: number
  }>(sql`
    select o.id, coalesce(o.changed_by_name, o.requestor_name) as "savedBy",
           coalesce(o.changed_at, o.created_at) as "savedAt",
           (select count(*) from license_order_line l where l.account_id = o.account_id and l.order_id = o.id)
             as "itemCount", count(*) over () as total
      from license_order o where ${other}
     order by o.created_at desc, o.id desc limit ${most}`)
  return {
    drafts: rows.map(({ id, savedBy, itemCount, savedAt }) => ({
      id,
      savedBy,
      itemCount,
      createdDate: savedAt.toISOString(),
    })),
    draftCount: rows[0]?.total ?? 0,
    unsentItems: isUnsent ? unsent!.items : 0,
    unsentDraft: isUnsent ? unsent!.draft : null,
  }
}

/**
 * Returns addresses whose mail server reports that the mailbox does not exist: for a payer those of recipients of payment
 * mails, for an admin also those of all users.
 */
export async function findRefusedRecipients(
  tx: Tx,
  accountId: string,
  may: { manage: boolean },
): Promise<Home['refusedRecipients']> {
  const rows = await tx.query<{ email: string; refusedAt: Date }>(sql`
    select a.email, a.refused_at as "refusedAt"
      from mail_address a
     where a.account_id = ${accountId} and a.refused_at is not null
       and (exists (select from external_recipient r where r.account_id = a.account_id and r.email = a.email)
            or exists (select from portal_user u
                        where u.account_id = a.account_id and address_key(u.email) = a.email
                          and u.deactivated_at is null
                          and (${may.manage} or 'PayInvoices' = any (u.permissions))))
     order by a.refused_at desc, a.email limit ${mostCounted}`)
  return rows.map(({ email, refusedAt }) => ({ email, since: refusedAt.toISOString() }))
}
