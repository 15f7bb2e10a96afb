import sql from 'sql-template-tag'
import type { Config } from '../../config.ts'
import { inTransaction, type Database } from '../../platform/database/database.ts'

/**
 * Marks succeeded payments as posted: from then on customers see the owed balance. A payment is posted if a record
 * contains it, or if books that name no payments show nothing left of its invoice; with PORTAL_POSTING=portal also a
 * minute after it succeeded. Returns how many were posted.
 */
export async function postPayments(
  systemDb: Database,
  posting: Config['posting'],
): Promise<number> {
  const mayPortal = posting === 'portal'
  return inTransaction(systemDb, async (tx) => {
    // Locks invoices first and attempts second, as everywhere; a locked invoice waits for the next round.
    const due = await tx.query<{ id: string }>(sql`
      select p.id from payment_attempt p join invoice i on i.account_id = p.account_id and i.id = p.invoice_id
       where p.state = 'succeeded' and p.posted_at is null
         and ((${mayPortal} and p.settled_at <= now() - interval '1 minute')
           or (not i.names_payments and i.books_balance_cents <= 0)
           or exists (select from invoice_portal_payment n
                       where n.account_id = p.account_id and n.payment_id = p.id))
       order by p.settled_at limit 200 for update of i skip locked`)
    if (!due.length) return 0
    const ids = due.map((row) => row.id)
    return tx.run(sql`
      update payment_attempt set posted_at = now()
       where id = any (${ids}) and state = 'succeeded' and posted_at is null`)
  })
}
