import { existsSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { serverFolder } from '../../tools/build-portal.ts'
import { exampleSettings } from '../../tools/example-settings.ts'
import type { DatabaseUrls } from '../../tools/prepare-database.ts'
import { runMeasured, type Use } from '../lab/run-measured.ts'

const file = join(import.meta.portalRoot, '../shared/data/online-retail.ndjson.gz')
/** The real set is not part of the project: without it, the benchmarks that need it are skipped. */
export const hasRealSet = existsSync(file)

/** The company with the most invoices. */
export const largest = { accountId: '001a5ac24d612a1e32', invoices: 3637 }
export const buyer = 'buyer@largest.example'

/** Imports the set like an operator. Returns the resources that the process of the import used. */
export function importRealSet(urls: DatabaseUrls, folder: string): Promise<Use> {
  const start = {
    args: ['import', '--rejects', join(folder, 'rejects.ndjson'), file],
    env: { ...exampleSettings('development'), SYSTEM_DATABASE_URL: urls.system },
  }
  return runMeasured(join(serverFolder, 'portal.js'), start, folder)
}

/** Adds a user who sees all invoices of the largest company. */
export async function addBuyer(urls: DatabaseUrls): Promise<void> {
  await addUser(urls, largest.accountId, buyer)
}

/** Adds one user to each of the largest companies, who sees all invoices of the company; returns the addresses. */
export async function addReaders(urls: DatabaseUrls, count: number): Promise<string[]> {
  const db = new pg.Client({ connectionString: urls.system })
  await db.connect()
  const { rows } = await db.query<{ accountId: string }>(
    'select account_id as "accountId" from invoice group by 1 order by count(*) desc, 1 limit $1',
    [count],
  )
  await db.end()
  const emails = rows.map(({ accountId }) => `reader@${accountId}.example`)
  for (const [nth, { accountId }] of rows.entries()) await addUser(urls, accountId, emails[nth]!)
  return emails
}

async function addUser(urls: DatabaseUrls, accountId: string, email: string): Promise<void> {
  const db = new pg.Client({ connectionString: urls.system })
  await db.connect()
  await db.query(`
    insert into portal_user (account_id, email, first_name, last_name, permissions)
    values ('${accountId}', '${email}', 'Bea', 'Buyer', '{AccessInvoices,PayInvoices}');
    insert into user_category (account_id, user_id, invoice_category_id)
    select u.account_id, u.id, c.invoice_category_id
      from portal_user u, invoice_category c where u.email = '${email}'`)
  await db.end()
}
