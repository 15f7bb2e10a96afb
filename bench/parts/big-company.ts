import pg from 'pg'
import { fetchOk } from '../lab/fetch-raw.ts'
import type { Lab } from '../lab/lab.ts'
import { startPortal } from '../lab/portal.ts'
import { compare, type Comparison } from '../report/comparison.ts'
import { interleave, milliseconds, timed } from '../report/rounds.ts'

const reader = 'reader@big.example'
const openInvoices = 100_000
const entries = { small: 10_000, large: 1_000_000 }

/** A company far larger than any: 100,000 open invoices and a million entries of payments in its history. */
export async function bigCompany(lab: Lab): Promise<Comparison[]> {
  const urls = await lab.empty('big_company')
  console.log('… making a company with 1,000,000 entries')
  await fill(urls.admin)
  const portal = await startPortal(urls)
  const big = await portal.signIn(reader)
  const small = await portal.signIn(`small-${reader}`)
  const db = new pg.Client({ connectionString: urls.admin })
  await db.connect()
  const get = (path: string, browser: Record<string, string>) => () =>
    timed(() => fetchOk(`${portal.origin}/api${path}`, browser))
  const aging = {
    server: get('/invoice/aging', big),
    sum: () =>
      timed(() =>
        db.query(
          `select subsidiary, currency, sum(books_balance_cents) from invoice where account_id = 'BIG' group by 1, 2`,
        ),
      ),
  }
  const pages = {
    large: get('/payment/history?page=1&perPage=200', big),
    small: get('/payment/history?page=1&perPage=200', small),
  }
  await interleave(5, { ...aging, ...pages })
  const { server, sum } = await interleave(20, aging)
  const history = await interleave(40, pages)
  await db.end()
  return [
    compare(
      `aging of ${openInvoices.toLocaleString('en-US')} open invoices`,
      server,
      'their plain sum',
      sum,
      milliseconds,
    ),
    compare(
      `payment history page of ${entries.large.toLocaleString('en-US')} entries`,
      history.large,
      `of ${entries.small.toLocaleString('en-US')}`,
      history.small,
      milliseconds,
    ),
  ]
}

async function fill(adminUrl: string): Promise<void> {
  const db = new pg.Client({ connectionString: adminUrl })
  await db.connect()
  // Rows that are right by construction need no triggers; nobody looks at their seals here.
  await db.query(`set session_replication_role = replica; set synchronous_commit = off`)
  const person = (accountId: string, email: string) => `
    insert into company (account_id, name) values ('${accountId}', '${accountId}');
    insert into company_revision (account_id) values ('${accountId}');
    insert into portal_user (account_id, email, permissions)
    values ('${accountId}', '${email}', '{AccessInvoices,PayInvoices}');`
  await db.query(`
    insert into invoice_category (invoice_category_id, name) values (1, 'License');
    ${person('BIG', reader)} ${person('SMALL', `small-${reader}`)}
    insert into sign_in_directory (email_key, account_id, user_id) select email, account_id, id from portal_user;
    insert into user_category (account_id, user_id, invoice_category_id) select account_id, id, 1 from portal_user;
    insert into invoice (account_id, invoice_number, invoice_category_id, subsidiary, invoice_date, due_date, currency,
                         amount_cents, books_balance_cents)
    select 'BIG', 'INV-' || n, 1, 'MTS-' || n % 4, current_date, current_date - n % 200,
           (array['USD', 'EUR'])[1 + n % 2], 1000 + n, 1000 + n
      from generate_series(1, ${openInvoices}) n`)
  for (const [accountId, count] of [
    ['SMALL', entries.small],
    ['BIG', entries.large],
  ])
    await db.query(`
      insert into history_entry (account_id, created_at, actor_name, ip_address, category, entry_type, description)
      select '${accountId}', timestamptz '2020-01-01Z' + n * interval '1 minute', 'Rita Reader', '10.0.0.1',
             (array['Payment', 'Card', 'Payment', 'Payment'])[1 + n % 4], 'Card Payment', 'Paid invoice INV-' || n
        from generate_series(1, ${count}) n`)
  await db.query('vacuum analyze')
  await db.query('checkpoint')
  await db.end()
}
