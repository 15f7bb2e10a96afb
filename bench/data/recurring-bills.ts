import pg from 'pg'

/** A company with four monthly bills: one with 612 lines and three with 40. */
export const billed = { accountId: 'BILLED', reader: 'reader@billed.example', months: 24 }
/** The newest bill with 612 lines, and the bill that it continues. */
export const compared = { after: 'B-24-1', before: 'B-23-1' }

/** Fills an empty migrated database with these bills. In the last month all prices rise and ten users change. */
export async function fillRecurringBills(adminUrl: string): Promise<void> {
  const db = new pg.Client({ connectionString: adminUrl })
  await db.connect()
  // The rows are valid, so triggers need not check them.
  await db.query(`set session_replication_role = replica; set synchronous_commit = off`)
  const { accountId, reader, months } = billed
  await db.query(`
    insert into invoice_category (invoice_category_id, name) values (1, 'All');
    insert into company (account_id, name) values ('${accountId}', '${accountId}');
    insert into company_revision (account_id) values ('${accountId}');
    insert into portal_user (account_id, email, permissions) values ('${accountId}', '${reader}', '{AccessInvoices}');
    insert into sign_in_directory (email_key, account_id, user_id) select email, account_id, id from portal_user;
    insert into user_category (account_id, user_id, invoice_category_id)
    select account_id, id, 1 from portal_user;
    insert into invoice (account_id, invoice_number, customer_number, invoice_type, invoice_category_id, invoice_date,
                         service_month, currency, amount_cents, books_balance_cents)
    select '${accountId}', 'B-' || m || '-' || b, 'C-' || b, 'Type ' || b, 1, day, to_char(day, 'YYYY-MM'), 'USD', 1, 0
      from generate_series(1, ${months}) m, generate_series(1, 4) b,
           lateral (select (date '2024-12-01' + make_interval(months => m))::date) d (day);
    insert into invoice_line (account_id, invoice_id, line_no, product_name, description, more_info, quantity,
                              sales_price, total_cents, city)
    select i.account_id, i.id, n, 'Product ' || n % 9, 'per user, ' || i.service_month,
           'Person ' || n + case when i.invoice_number like 'B-${months}-%' and n % 61 = 0 then 9000 else 0 end,
           1, price / 100.0, price, 'Chicago'
      from invoice i,
           lateral generate_series(1, case when i.invoice_number like '%-1' then 612 else 40 end) n,
           lateral (select case when i.invoice_number like 'B-${months}-%' then 10350 else 10000 end) p (price);
    update invoice i set amount_cents = (select sum(total_cents) from invoice_line l where l.invoice_id = i.id)`)
  await db.query('vacuum analyze')
  await db.query('checkpoint')
  await db.end()
}
