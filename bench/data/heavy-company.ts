import pg from 'pg'

export const heavy = {
  accountId: 'HEAVY',
  reader: 'reader@heavy.example',
  invoices: 4000,
  lines: 20_000,
}
export const other = { accountId: 'OTHER', reader: 'reader@other.example', invoices: 200 }
/** The invoices of the heavy company with the most lines: H-23 and H-24. */
export const longest = 'H-24'

/** Fills an empty migrated database with both companies. */
export async function fillHeavyCompany(adminUrl: string): Promise<void> {
  const db = new pg.Client({ connectionString: adminUrl })
  await db.connect()
  // The rows are valid, so triggers need not check them.
  await db.query(`set session_replication_role = replica; set synchronous_commit = off`)
  await db.query(`insert into invoice_category (invoice_category_id, name) values (1, 'All')`)
  for (const { accountId, reader, invoices, lines } of [heavy, { ...other, lines: 20 }])
    await db.query(`
      insert into company (account_id, name) values ('${accountId}', '${accountId}');
      insert into company_revision (account_id) values ('${accountId}');
      insert into portal_user (account_id, email, permissions) values ('${accountId}', '${reader}', '{AccessInvoices}');
      insert into invoice (account_id, invoice_number, customer_number, invoice_type, invoice_category_id, invoice_date,
                           service_month, currency, amount_cents, books_balance_cents)
      select '${accountId}', '${accountId[0]}-' || n, 'C-' || n / 24, 'License', 1, day, to_char(day, 'YYYY-MM'), 'USD', 1, 1
        from generate_series(1, ${invoices}) n,
             lateral (select (date '2024-12-01' + make_interval(months => 1 + (n - 1) % 24))::date) d (day);
      insert into invoice_line (account_id, invoice_id, line_no, product_name, description, more_info, quantity,
                                sales_price, total_cents, city)
      select i.account_id, i.id, n, 'Product ' || n % 9, 'per user, ' || i.service_month, 'Person ' || n, 1,
             price / 100.0, price, 'Chicago'
        from invoice i,
             lateral generate_series(1, case when i.invoice_number in ('H-23', '${longest}') then ${lines} else 10 end) n,
             lateral (select case when i.invoice_number = '${longest}' then 10350 else 10000 end) p (price)
       where i.account_id = '${accountId}'`)
  await db.query(`
    insert into sign_in_directory (email_key, account_id, user_id) select email, account_id, id from portal_user;
    insert into user_category (account_id, user_id, invoice_category_id) select account_id, id, 1 from portal_user;
    update invoice i set amount_cents = s.cents, books_balance_cents = s.cents
      from (select invoice_id, sum(total_cents) as cents from invoice_line group by 1) s where s.invoice_id = i.id`)
  await db.query('vacuum analyze')
  await db.query('checkpoint')
  await db.end()
}
