import pg from 'pg'

/** Two companies that hold very different numbers of licenses, by the provider's records. */
export const holders = {
  few: { accountId: 'FEW', reader: 'reader@few.example', licenses: 2000 },
  many: { accountId: 'MANY', reader: 'reader@many.example', licenses: 200_000 },
}

/**
 * Fills an empty migrated database with the two companies: 60 products, 7 networks, four licenses per user, and bills of
 * one month that charge all licenses.
 */
export async function fillLicenses(adminUrl: string): Promise<void> {
  const db = new pg.Client({ connectionString: adminUrl })
  await db.connect()
  // The rows are valid, so triggers need not check them.
  await db.query(`set session_replication_role = replica; set synchronous_commit = off`)
  await db.query(`
    insert into shared_network (network_id, short_name) select 'N' || n, 'Network ' || n from generate_series(1, 7) n;
    insert into product (product_id, description, item_group_name, monthly_price_cents, currency)
    select 'P' || n, 'Product ' || n * 7 % 61, 'Trading Products', 15000, 'USD' from generate_series(1, 60) n;
    insert into invoice_category (invoice_category_id, name) values (1, 'All')`)
  for (const { accountId, reader, licenses } of Object.values(holders))
    await db.query(`
      insert into company (account_id, name, licenses_by) values ('${accountId}', '${accountId}', 'records');
      insert into company_revision (account_id) values ('${accountId}');
      insert into portal_user (account_id, email, permissions) values ('${accountId}', '${reader}', '{AccessLicenses,AccessInvoices}');
      insert into provided_license (account_id, license_id, product_id, network_id, user_name, since,
                                    monthly_price_cents, currency, license_order_id, record_digest)
      select '${accountId}', '${accountId}' || n, 'P' || n % 60 + 1, 'N' || n % 7 + 1, 'trader.' || n * 7919 % ${licenses} / 4,
             date '2024-01-01' + n % 900, 15000 + n % 50 * 100, 'USD', n::text, ''
        from generate_series(1, ${licenses}) n;
      insert into invoice (account_id, invoice_number, invoice_type, invoice_category_id, invoice_date, service_month,
                           currency, amount_cents, books_balance_cents)
      select '${accountId}', 'B-' || n, 'License', 1, date_trunc('month', now())::date, to_char(now(), 'YYYY-MM'), 'USD', 1, 0
        from generate_series(1, ${licenses / 500}) n;
      insert into invoice_line (account_id, invoice_id, line_no, product_name, product_id, license_id, quantity,
                                sales_price, total_cents, service_period_start, service_period_end)
      select i.account_id, i.id, n, p.description, p.product_id, r.license_id, 1, r.monthly_price_cents / 100.0,
             r.monthly_price_cents, i.invoice_date, (i.invoice_date + interval '1 month')::date - 1
        from generate_series(1, ${licenses}) n
        join provided_license r on r.account_id = '${accountId}' and r.license_id = '${accountId}' || n
        join product p on p.product_id = r.product_id
        join invoice i on i.account_id = r.account_id and i.invoice_number = 'B-' || n % ${licenses / 500} + 1;
      update invoice i set amount_cents = (select sum(total_cents) from invoice_line l where l.invoice_id = i.id)
       where i.account_id = '${accountId}'`)
  await db.query(`
    insert into sign_in_directory (email_key, account_id, user_id) select email, account_id, id from portal_user;
    insert into user_category (account_id, user_id, invoice_category_id)
    select account_id, id, 1 from portal_user`)
  await db.query('vacuum analyze')
  await db.query('checkpoint')
  await db.end()
}
