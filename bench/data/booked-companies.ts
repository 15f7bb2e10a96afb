import pg from 'pg'

/** Two companies with five years of lines: as many invoices as the largest real company has, and far more. */
export const booked = [
  { accountId: 'BOOKED', invoices: 3637 },
  { accountId: 'LARGE', invoices: 500_000 },
] as const

/** Fills an empty migrated database. One invoice in 50 is open; a card paid one in seven, transfers the others. */
export async function fillBookedCompanies(adminUrl: string): Promise<void> {
  const db = new pg.Client({ connectionString: adminUrl })
  await db.connect()
  // The rows are valid, so triggers need not check them.
  await db.query(`set session_replication_role = replica; set synchronous_commit = off`)
  await db.query(`insert into invoice_category (invoice_category_id, name) values (1, 'License')`)
  for (const { accountId, invoices } of booked)
    await db.query(`
      insert into company (account_id, name, known_since) values ('${accountId}', '${accountId}', '2020-01-01');
      insert into company_revision (account_id) values ('${accountId}');
      insert into card (account_id, provider_card_id, fingerprint, brand, last4, exp_month, exp_year, is_default)
      values ('${accountId}', 'pm_${accountId}', 'f', 'visa', '4242', 1, 2040, true);
      insert into invoice (account_id, invoice_number, invoice_category_id, subsidiary, invoice_date, due_date, currency,
                           amount_cents, books_balance_cents, names_payments)
      select '${accountId}', '${accountId}-' || n, 1, 'MTS', day, day + 30, 'USD', 1000 + n,
             case when n % 50 = 0 then 1000 + n else 0 end, true
        from generate_series(1, ${invoices}) n, lateral (select current_date - 1800 * (${invoices} - n) / ${invoices}) d (day);
      insert into payment_attempt (account_id, invoice_id, invoice_number, card_id, amount_cents, currency, state,
                                   actor_name, ip_address, created_at, settled_at, posted_at)
      select i.account_id, i.id, i.invoice_number, c.id, i.amount_cents, 'USD', 'succeeded', 'Rita', '::1', due_date, due_date, due_date
        from invoice i join card c using (account_id)
       where i.account_id = '${accountId}' and i.id % 7 = 0 and i.books_balance_cents = 0;
      insert into invoice_portal_payment (account_id, invoice_id, payment_id, amount_cents)
      select account_id, invoice_id, id, amount_cents from payment_attempt where account_id = '${accountId}';
      insert into ledger_entry (account_id, transaction_id, ledger_account, invoice_id, payment_id, amount_cents, currency, created_at)
      select account_id, id, 'receivable', invoice_id, id, -amount_cents, 'USD', settled_at
        from payment_attempt where account_id = '${accountId}';
      insert into invoice_movement (account_id, invoice_number, invoice_category_id, day, kind, cents, currency, reference_id, method,
                                    entry_id, invoice_type, is_late_fee, is_credit, invoice_date, due_date)
      select i.account_id, i.invoice_number, 1, m.day, m.kind, m.cents, 'USD', m.reference_id, m.method, m.entry_id, 'License',
             false, false, i.invoice_date, i.due_date
        from invoice i
        left join ledger_entry e on e.account_id = i.account_id and e.invoice_id = i.id
        cross join lateral (
             select i.invoice_date as day, 'invoiced' as kind, i.amount_cents as cents, null as reference_id, null as method, null::bigint as entry_id
              union all
             select i.due_date, case when e.id is null then 'settled' else 'paid' end, -i.amount_cents,
                    coalesce(e.payment_id::text, 'T-' || i.id), case when e.id is null then 'transfer' end, e.id
              where i.books_balance_cents = 0) m
       where i.account_id = '${accountId}' order by m.day`)
  await db.query('vacuum analyze')
  await db.query('checkpoint')
  await db.end()
}
