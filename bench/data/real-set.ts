import { existsSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { serverFolder } from '../../tools/build-portal.ts'
import type { DatabaseUrls } from '../../tools/prepare-database.ts'
import { runMeasured, type Use } from '../lab/run-measured.ts'

const file = join(import.meta.portalRoot, '../shared/data/online-retail.ndjson.gz')
/** The real set is no part of the project: where it is absent, parts that need it are left out. */
export const hasRealSet = existsSync(file)

/** The company with the most invoices. */
export const largest = { accountId: '001a5ac24d612a1e32', invoices: 3637 }
export const buyer = 'buyer@largest.example'

/** Imports the set the way an operator does; answers what the import's process used. */
export function importRealSet(urls: DatabaseUrls, folder: string): Promise<Use> {
  const start = {
    args: ['import', '--rejects', join(folder, 'rejects.ndjson'), file],
    env: { SYSTEM_DATABASE_URL: urls.system },
  }
  return runMeasured(join(serverFolder, 'portal.js'), start, folder)
}

/** Somebody who sees all invoices of the largest company. */
export async function addBuyer(urls: DatabaseUrls): Promise<void> {
  const db = new pg.Client({ connectionString: urls.system })
  await db.connect()
  await db.query(`
    insert into portal_user (account_id, email, first_name, last_name, permissions)
    values ('${largest.accountId}', '${buyer}', 'Bea', 'Buyer', '{AccessInvoices,PayInvoices}');
    insert into user_category (account_id, user_id, invoice_category_id)
    select u.account_id, u.id, c.invoice_category_id
      from portal_user u, invoice_category c where u.email = '${buyer}'`)
  await db.end()
}
