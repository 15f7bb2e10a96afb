import sql, { type Sql } from 'sql-template-tag'
import {
  isMatched,
  type HoldingNotice,
  type TransferNotice,
} from '@portal/domain/invoices/transfer-notice'
import type { Tx } from '../platform/database/database.ts'
import { decimal } from '../platform/database/decimal.ts'

/** Selects the announced transfers of a company as JSON, by invoice number. */
export const noticesAsJson = (accountId: string): Sql => sql`
  (select n.invoice_number, json_build_object(
            'id', n.id, 'amount', ${decimal(sql`n.amount_cents`, sql`n.currency`)}, 'currencyIsoCode', n.currency,
            'paidOn', n.paid_on, 'reference', n.reference, 'announcedBy', n.actor_name) as json
     from transfer_notice n where n.account_id = ${accountId} and n.state = 'announced')`

/** Returns by invoice number the notices that hold AutoPay: announced ones, and those that expired in the last days. */
export async function holdingNotices(
  tx: Tx,
  accountId: string,
): Promise<Map<string, HoldingNotice>> {
  const rows = await tx.query<HoldingNotice & { invoiceNumber: string }>(sql`
    select id, invoice_number as "invoiceNumber", amount_cents as cents, currency, paid_on as "paidOn",
           actor_name as "actorName", (ended_at at time zone 'UTC')::date as "expiredOn"
      from transfer_notice
     where account_id = ${accountId}
       and (state = 'announced' or state = 'expired' and ended_at > portal_now() - interval '2 days')
     order by state desc, ended_at`)
  return new Map(rows.map(({ invoiceNumber, ...notice }) => [invoiceNumber, notice]))
}

/** Returns the announced transfers by invoice number. */
export async function announcedNotices(
  tx: Tx,
  accountId: string,
): Promise<Map<string, TransferNotice>> {
  const holding = await holdingNotices(tx, accountId)
  return new Map([...holding].filter(([, { expiredOn }]) => expiredOn === null))
}

export interface NoticeKey {
  accountId: string
  id: string
}

/**
 * Ends announced transfers. The revision is locked first, as by imports, which match notices after they wrote lines. Returns
 * those that were still announced: the transfer of each id.
 */
export async function endNotices(
  tx: Tx,
  notices: readonly NoticeKey[],
  state: 'matched' | 'withdrawn' | 'expired',
): Promise<Map<string, string>> {
  if (notices.length === 0) return new Map()
  const accountIds = notices.map(({ accountId }) => accountId)
  await tx.run(sql`
    update company_revision set revision = revision + 1 where account_id = any (${accountIds}::text[])`)
  const ended = await tx.query<{ id: string; transferId: string }>(sql`
    update transfer_notice n set state = ${state}, ended_at = portal_now()
      from unnest(${accountIds}::text[], ${notices.map(({ id }) => id)}::uuid[]) as one (account_id, id)
     where n.account_id = one.account_id and n.id = one.id and n.state = 'announced'
 returning n.id, n.transfer_id as "transferId"`)
  return new Map(ended.map(({ id, transferId }) => [id, transferId]))
}

type Line = Parameters<typeof isMatched>[1][number]

/** Ends the notices whose transfers the books show: of one company, or of all. */
export async function matchNotices(tx: Tx, accountId: string | null = null): Promise<void> {
  const waiting = await tx.query<NoticeKey & { cents: number; currency: string; lines: Line[] }>(
    sql`
    select n.account_id as "accountId", n.id, n.amount_cents as cents, n.currency,
           json_agg(json_build_object('kind', m.kind, 'method', m.method, 'currency', m.currency, 'cents', m.cents)) as lines
      from transfer_notice n
      join invoice_movement m on m.account_id = n.account_id and m.invoice_number = n.invoice_number and m.id > n.after_movement
     where n.state = 'announced' and n.account_id = coalesce(${accountId}, n.account_id)
     group by n.account_id, n.id`,
  )
  const matched = waiting.filter((notice) => isMatched(notice, notice.lines))
  await endNotices(tx, matched, 'matched')
}
