import { createHash } from 'node:crypto'
import pg from 'pg'

/** A company with the same number of invoices in a portal of any size, and the largest company, with 1 % of all invoices. */
export const fixed = { accountId: 'BENCH', invoices: 3000 }
export const largest = { accountId: 'C-1' }
const companies = 3000

/** Returns a session of a user of the company, with its hash. */
export const sessionOf = (accountId: string) =>
  createHash('sha256').update(`session ${accountId}`).digest()

/** A key that may read events. */
export const keyDigest = createHash('sha256').update('key').digest()

/** The number of rows of each table per invoice: few, so that filling takes half an hour on two processors. */
const shares = {
  invoice_line: 1 / 10,
  payment_attempt: 1 / 50,
  history_entry: 1 / 25,
  outbox_event: 1 / 25,
  mail: 1 / 25,
  rate_window: 1 / 50,
  provider_event: 1 / 50,
  autopay_day: 1 / 100,
  invoice_notice: 1 / 500,
  session: 1 / 5000,
}
export const scaledTables = ['invoice', 'history_seal', 'ledger_entry', ...Object.keys(shares)]

/** Fills an empty migrated database with narrow rows, in the order of their days, as years of use would. */
export async function fillScaledPortal(adminUrl: string, invoices: number): Promise<void> {
  const of = (table: keyof typeof shares) => Math.max(1, Math.round(invoices * shares[table]))
  const db = new pg.Client({ connectionString: adminUrl })
  await db.connect()
  try {
    // The rows are valid, so triggers and foreign keys need not check them.
    await db.query('set session_replication_role = replica; set synchronous_commit = off')
    await db.query(`set work_mem = '512MB'; set maintenance_work_mem = '1GB'; set jit = off`)
    const fill = async (table: string, insert: string) => {
      await whileUnindexed(db, table, () => db.query(insert))
      console.log(`… ${invoices.toLocaleString('en-US')} invoices: filled ${table}`)
    }
    await db.query(people(of('session')))
    await fill('invoice', invoiceRows(invoices))
    await db.query(`select setval('invoice_id_seq', ${invoices})`)
    await fill('invoice_line', lineRows(of('invoice_line'), invoices))
    await fill('payment_attempt', paymentRows(of('payment_attempt'), invoices))
    await fill('ledger_entry', ledgerRows)
    await fill('history_entry', historyRows(of('history_entry')))
    await fill('history_seal', sealRows)
    await db.query(headRows)
    await fill('outbox_event', eventRows(of('outbox_event')))
    await db.query(placedRows)
    await fill('mail', mailRows(of('mail')))
    await fill('rate_window', windowRows(of('rate_window')))
    await fill('provider_event', providerEventRows(of('provider_event')))
    await fill('autopay_day', autoPayRows(of('autopay_day')))
    await fill('invoice_notice', noticeRows(of('invoice_notice')))
  } finally {
    await db.end()
  }
}

/**
 * Builds the indexes of a table once, after its rows are inserted: with 50 million rows, updating them row by row would
 * take hours. PostgreSQL does not write an index that is marked as not ready, and REINDEX makes it ready.
 */
async function whileUnindexed(db: pg.Client, table: string, insert: () => Promise<unknown>) {
  const ready = (yes: boolean) =>
    db.query(`update pg_index set indisready = ${yes} where indrelid = '${table}'::regclass`)
  await ready(false)
  await insert()
  await db.query(`reindex table ${table}`)
}

const uuidOf = (text: string) => `md5(${text})::uuid`
/** A number from 0 to 1 that depends only on the row. */
const chance = 'hashint4(n) / 4294967296.0::float8 + 0.5'
/** With this exponent, the first of 3,000 companies gets 1 % of the rows. */
const exponent = Math.log(companies) / Math.log(100)
const accountOf = (rows: number) => {
  const every = Math.max(2, Math.round(rows / fixed.invoices))
  return `case when n % ${every} = 0 and n / ${every} <= ${fixed.invoices} then '${fixed.accountId}'
               else 'C-' || 1 + floor(${companies} * power(${chance}, ${exponent}))::int end`
}
const series = (rows: number) => `generate_series(1, ${rows}) n`

const people = (sessions: number) => `
  insert into invoice_category (invoice_category_id, name)
  select n, 'Category ' || n from generate_series(1, 5) n;
  insert into company (account_id, name) values ('${fixed.accountId}', 'Benchmark Company');
  insert into company (account_id, name) select 'C-' || n, 'Company ' || n from ${series(companies)};
  insert into company_revision (account_id) select account_id from company;
  insert into card (account_id, id, provider_card_id, fingerprint, brand, last4, exp_month, exp_year, is_default)
  select account_id, ${uuidOf(`'card ' || account_id`)}, 'pm_' || account_id, 'f', 'visa', '4242', 1, 2040, true from company;
  insert into portal_user (account_id, id, email, first_name, last_name, permissions)
  select account_id, ${uuidOf(`account_id || ' ' || n`)}, 'user' || n || '@' || lower(account_id) || '.example', 'Rita', 'Reader',
         '{AccessInvoices,PayInvoices,ManageUsers}'
    from company, generate_series(0, 9) n;
  insert into sign_in_directory (email_key, account_id, user_id) select email, account_id, id from portal_user;
  insert into user_category (account_id, user_id, invoice_category_id)
  select u.account_id, u.id, c.invoice_category_id from portal_user u, invoice_category c;
  insert into autopay_enrolment (account_id, actor_id, actor_account_id, actor_name, ip_address, terms_version, terms, enrolled_at)
  select account_id, ${uuidOf(`account_id || ' 0'`)}, account_id, 'Rita Reader', '127.0.0.1', '1', 'Terms', now() - interval '500 days'
    from company where account_id like '%1' or account_id = '${fixed.accountId}';
  insert into session (id_hash, account_id, user_id, issuer, subject, id_token, ip_address, user_agent, idle_limit, expires_at)
  select sha256(convert_to('session ' || account_id || case when n = 0 then '' else '#' || n end, 'UTF8')), account_id,
         ${uuidOf(`account_id || ' ' || n % 10`)}, 'i', 's' || n, 't', '127.0.0.1', 'Browser', interval '1 day', now() + interval '1 day'
    from (select account_id, 0 as n from company union all select 'C-' || 1 + n % ${companies}, n from ${series(sessions)}) one;
  insert into api_key (prefix, key_hash, name, scopes)
  values ('portal_bench', '\\x${keyDigest.toString('hex')}', 'bench', '{events:read}')`

/** Three years of invoices, oldest first. The newest 4 %, and one older invoice in 200, are open. */
const invoiceRows = (invoices: number) => `
  insert into invoice (account_id, id, invoice_number, invoice_type, invoice_category_id, subsidiary, invoice_date, due_date,
                       currency, amount_cents, books_balance_cents, names_payments)
  overriding system value
  select ${accountOf(invoices)}, n, 'INV-' || n, 'License', 1 + n % 5, 'US', day, day + 30, 'USD', cents,
         case when n > ${Math.round(invoices * 0.96)} or n % 200 = 0 then cents else 0 end, n % 10 <> 0
    from (select n, current_date - 1095 + (n::bigint * 1095 / ${invoices})::int as day, 1000 + n % 997 * 1013 as cents
            from ${series(invoices)}) one`

/** Ten lines for each invoice of the company of fixed size, and one line for some other invoices. */
const lineRows = (lines: number, invoices: number) => `
  insert into invoice_line (account_id, invoice_id, line_no, product_name, quantity, sales_price, total_cents)
  select i.account_id, i.id, n, 'Seat', 1, 10, 1000 from invoice i, generate_series(1, 10) n
   where i.account_id = '${fixed.accountId}'
   union all
  select i.account_id, i.id, 1, 'Seat', 1, 10, 1000 from invoice i
   where i.id % ${Math.round(invoices / lines)} = 0 and i.account_id <> '${fixed.accountId}'`

const paymentRows = (payments: number, invoices: number) => `
  insert into payment_attempt (account_id, id, invoice_id, invoice_number, card_id, amount_cents, currency, state, actor_name,
                               ip_address, intent_id, created_at, settled_at, posted_at)
  select i.account_id, ${uuidOf('i.invoice_number')}, i.id, i.invoice_number, ${uuidOf(`'card ' || i.account_id`)}, i.amount_cents,
         i.currency, 'succeeded', 'Rita Reader', '127.0.0.1', 'pi_' || i.id, i.invoice_date, i.invoice_date, i.invoice_date
    from invoice i where i.id % ${Math.round(invoices / payments)} = 1`

const ledgerRows = `
  insert into ledger_entry (account_id, transaction_id, ledger_account, invoice_id, payment_id, amount_cents, currency)
  select account_id, id, 'receivable', invoice_id, id, -amount_cents, currency from payment_attempt`

const historyRows = (entries: number) => `
  insert into history_entry (account_id, created_at, actor_id, actor_account_id, actor_name, ip_address, category, entry_type,
                             description)
  select account_id, now() - interval '1095 days' * (1 - n / ${entries}.0::float8), ${uuidOf(`account_id || ' 0'`)}, account_id, 'Rita Reader',
         '10.0.0.1', (array['Payment', 'Card', 'Payment', 'Import'])[1 + n % 4], 'Card Payment', 'Paid invoice INV-' || n
    from (select n, ${accountOf(entries)} as account_id from ${series(entries)}) one`

const sealRows = `
  insert into history_seal (account_id, position, entry_id, hash)
  select account_id, row_number() over (partition by account_id order by id), id, decode(repeat('ab', 32), 'hex') from history_entry`

const headRows = `
  insert into history_head (account_id, position, hash)
  select account_id, max(position), decode(repeat('ab', 32), 'hex') from history_seal group by account_id`

/** Events that were all delivered, spread over the days for which they are kept. */
const eventRows = (events: number) => `
  insert into outbox_event (account_id, id, position, type, data, created_at, delivered_at)
  select ${accountOf(events)}, ${uuidOf('n::text')}, n, 'payment.succeeded',
         jsonb_build_object('accountId', 'C-1', 'crmId', 'C-1', 'invoiceNumber', 'INV-' || n, 'amount', '10.00'),
         now() - interval '399 days' * (1 - n / ${events}.0::float8), now()
    from ${series(events)}`

const placedRows = `
  update outbox_end set position = (select max(position) from outbox_event);
  insert into outbox_company (account_id, position) select account_id, max(position) from outbox_event group by account_id`

/** Mails that were all sent, spread over three years. */
const mailRows = (mails: number) => `
  insert into mail (account_id, id, about, kind, recipient, subject, content, created_at, next_try_at, tries, sent_at)
  select ${accountOf(mails)}, ${uuidOf('n::text')}, 'receipt ' || n, 'receipts', 'user1@c.example', 'Receipt',
         jsonb_build_object('heading', 'Receipt', 'preview', 'Paid', 'facts', jsonb_build_array(jsonb_build_array('Invoice', 'INV-' || n))),
         at, at, 1, at
    from (select n, now() - interval '399 days' * (1 - n / ${mails}.0::float8) as at from ${series(mails)}) one`

const windowRows = (windows: number) => `
  insert into rate_window (key, minute, hits)
  select 'pay C-' || n % ${companies} || ' ' || n / 1440, date_trunc('minute', now()) - n % 1440 * interval '1 minute', 1 from ${series(windows)}`

const providerEventRows = (events: number) => `
  insert into provider_event (id, type, object_id, received_at, outcome)
  select 'evt_' || n, 'charge.succeeded', 'ch_' || n, now() - interval '29 days' * (1 - n / ${events}.0::float8), 'taken' from ${series(events)}`

/** Days of AutoPay that have been run. */
const autoPayRows = (days: number) => `
  insert into autopay_day (account_id, day, started_at)
  select 'C-' || 1 + n % ${companies}, current_date - 1 - n / ${companies}, now() from ${series(days)}`

const noticeRows = (notices: number) => `
  insert into invoice_notice (account_id, invoice_numbers, last_date, told_at)
  select 'C-' || 1 + n % ${companies}, array['INV-' || n], current_date - n % 30, now() from ${series(notices)}`
