import sql from 'sql-template-tag'
import type { Tx } from '../platform/database/database.ts'
import type { Scope } from '../platform/database/scope.ts'

/** The last view of the home page in the previous visit. */
export interface LastVisit {
  at: Date
  /** Invoices with a higher id arrived after that view. */
  invoiceId: number
}

/** A view after a pause of this length begins another visit; until then, reloads show the same news. */
const pause = '30 minutes'

/** Records that the user views the home page. Returns the previous visit; undefined if this is the first one. */
export async function noteVisit(tx: Tx, scope: Scope): Promise<LastVisit | undefined> {
  const { accountId, actor } = scope
  const row = await tx.one<{ at: Date | null; invoiceId: number | null }>(sql`
    insert into home_visit as v (account_id, person_id, newest_invoice_id)
    select ${accountId}, ${actor.userId}, coalesce(max(id), 0) from invoice where account_id = ${accountId}
        on conflict (account_id, person_id) do update
       set last_seen_at = case when v.seen_at < portal_now() - ${pause}::interval
                               then v.seen_at else v.last_seen_at end,
           last_invoice_id = case when v.seen_at < portal_now() - ${pause}::interval
                                  then v.newest_invoice_id else v.last_invoice_id end,
           seen_at = excluded.seen_at, newest_invoice_id = excluded.newest_invoice_id
 returning last_seen_at as at, last_invoice_id as "invoiceId"`)
  return row?.at && row.invoiceId !== null ? { at: row.at, invoiceId: row.invoiceId } : undefined
}
