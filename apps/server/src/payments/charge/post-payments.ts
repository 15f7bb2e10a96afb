import sql from 'sql-template-tag'
import { inTransaction, type Database } from '../../platform/database.ts'

/**
 * Takes succeeded payments off their invoices' balances a minute after they succeeded, where no ERP does it
 * (PORTAL_POSTING=portal). The books' own balance stays as imported; an import that shows the payment
 * clears what was taken off ahead. Answers how many it posted.
 */
export async function postPayments(systemDb: Database): Promise<number> {
  return inTransaction(systemDb, async (tx) => {
    // Invoices first, attempts second, as everywhere; a busy invoice waits for the next round.
    const due = await tx.query<{ id: string }>(sql`
      select p.id from payment_attempt p join invoice i on i.account_id = p.account_id and i.id = p.invoice_id
       where p.state = 'succeeded' and p.posted_at is null and p.settled_at <= now() - interval '1 minute'
       order by p.settled_at limit 200 for update of i skip locked`)
    if (!due.length) return 0
    const ids = due.map((row) => row.id)
    return tx.run(sql`
      with posted as (
        update payment_attempt set posted_at = now(), posted_ahead = true
         where id = any (${ids}) and state = 'succeeded' and posted_at is null
     returning account_id, invoice_id, payment_net_cents(account_id, id) as amount_cents)
      update invoice i set posted_ahead_cents = i.posted_ahead_cents + p.amount_cents
        from posted p where i.account_id = p.account_id and i.id = p.invoice_id`)
  })
}
