import pg from 'pg'

/** The company whose list is measured, in databases of every size. */
export const company = { accountId: 'BENCH', name: 'Benchmark Company', invoices: 3000 }
export const reader = 'reader@bench.example'
const linesPerInvoice = 20
const companyEvery = 20

/**
 * Fills an empty migrated database with `invoices` invoices: `own` of the measured company, the rest of companies of very
 * different sizes. They are inserted in the order of their dates, as by years of imports, so that a company's rows are
 * spread over the whole table.
 */
export async function fillWithInvoices(
  adminUrl: string,
  invoices: number,
  own = company.invoices,
): Promise<void> {
  const db = new pg.Client({ connectionString: adminUrl })
  await db.connect()
  try {
    // The rows are valid, so triggers and foreign keys need not check them.
    await db.query(`set session_replication_role = replica; set synchronous_commit = off`)
    await db.query(people(invoices / companyEvery))
    const indexes = await dropIndexes(db)
    await db.query(invoiceRows(invoices, own))
    for (const index of indexes) await db.query(index)
    await db.query(lineRows)
    await db.query(paymentRows)
    // Otherwise the server would do this during the measurements.
    await db.query('vacuum analyze')
    await db.query('checkpoint')
  } finally {
    await db.end()
  }
}

/** Drops the indexes, for faster inserts of two million rows; returns the statements that create them again. */
async function dropIndexes(db: pg.Client): Promise<string[]> {
  const { rows } = await db.query<{ name: string; definition: string }>(`
    select i.indexname as name, i.indexdef as definition from pg_indexes i
     where i.tablename = 'invoice'
       and not exists (select from pg_constraint c where c.conname = i.indexname)`)
  for (const { name } of rows) await db.query(`drop index ${name}`)
  return rows.map(({ definition }) => definition)
}

const people = (companies: number) => `
  insert into invoice_category (invoice_category_id, name)
  select n, 'Category ' || n from generate_series(1, 5) n;

  insert into company (account_id, name) values ('${company.accountId}', '${company.name}');
  insert into company (account_id, name)
  select 'C-' || n, 'Company ' || n from generate_series(1, ${companies}) n;
  insert into card (account_id, provider_card_id, fingerprint, brand, last4, exp_month, exp_year, is_default)
  select account_id, 'pm_' || account_id, 'f', 'visa', '4242', 1, 2040, true from company;
  insert into company_revision (account_id) select account_id from company;

  insert into portal_user (account_id, email, first_name, last_name, permissions)
  values ('${company.accountId}', '${reader}', 'Rita', 'Reader', '{AccessInvoices,PayInvoices}');
  insert into portal_user (account_id, email, first_name, last_name, permissions)
  select account_id, 'reader@' || lower(account_id) || '.example', 'Rita', 'Reader', '{AccessInvoices}'
    from company where account_id <> '${company.accountId}';
  insert into sign_in_directory (email_key, account_id, user_id)
  select email, account_id, id from portal_user;
  insert into user_category (account_id, user_id, invoice_category_id)
  select u.account_id, u.id, c.invoice_category_id from portal_user u, invoice_category c;`

/** Three years of invoices, oldest first, with regular invoices of the measured company. */
const invoiceRows = (invoices: number, own: number) => `
  insert into invoice (
         account_id, invoice_number, name, customer_number, invoice_type, invoice_category_id, source,
         subsidiary, invoice_date, due_date, service_month, service_period, is_late_fee, currency,
         amount_cents, books_balance_cents)
  select case when mine then '${company.accountId}'
              -- Squared: a few large companies and many small ones.
              else 'C-' || 1 + floor(${invoices / companyEvery} * power(hashint4(n)::bigint / 4294967296.0 + 0.5, 2)) end,
         'INV-' || n, 'Trading desk ' || n % 40, 'C-' || n % 1000,
         (array['License', 'Market Data', 'Network', 'Support'])[1 + n % 4], 1 + n % 5, 'Other', 'MTS-US',
         day, day + 30, to_char(day, 'YYYY-MM'), to_char(day, 'Mon YYYY'), n % 50 = 0, 'USD',
         cents, case when n % 3 = 0 then cents else 0 end
    from (select n, date '2024-01-01' + (n::bigint * 1095 / ${invoices})::int as day,
                 1000 + n % 997 * 1013 as cents,
                 n::bigint * ${own} / ${invoices} > (n - 1)::bigint * ${own} / ${invoices} as mine
            from generate_series(1, ${invoices}) n) made
   order by n`

const lineRows = `
  insert into invoice_line (
         account_id, invoice_id, line_no, product_name, description, quantity, sales_price, total_cents, city, state)
  select i.account_id, i.id, n, 'Platform license', 'Seat ' || n || ' of the trading desk', 1.5, 129.125, 19369,
         'Chicago', 'IL'
    from invoice i, generate_series(1, ${linesPerInvoice}) n
   where i.account_id = '${company.accountId}'
   order by i.id, n`

/** One invoice in thirty was paid by card and is already in the books. */
const paymentRows = `
  insert into payment_attempt (
         account_id, invoice_id, invoice_number, card_id, amount_cents, currency, state, actor_name,
         ip_address, settled_at, posted_at)
  select i.account_id, i.id, i.invoice_number, c.id, i.amount_cents, i.currency, 'succeeded', 'Rita Reader',
         '127.0.0.1', now(), now()
    from invoice i join card c on c.account_id = i.account_id where i.id % 30 = 1`
