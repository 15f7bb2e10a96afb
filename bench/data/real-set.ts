import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { serverFolder } from '../../tools/build-portal.ts'
import type { DatabaseUrls } from '../../tools/prepare-database.ts'
import { runChild } from '../lab/children.ts'

/** Real invoices that lie beside the repository and are no part of it. */
const file = join(import.meta.portalRoot, '../shared/data/online-retail.ndjson.gz')
export const hasRealSet = existsSync(file)

/** The company with the most invoices. */
export const largest = { accountId: '001a5ac24d612a1e32', invoices: 3637 }
export const buyer = 'buyer@largest.example'

/** Imports the set the way an operator does; answers the largest memory the import took, in MB. */
export async function importRealSet(urls: DatabaseUrls, folder: string): Promise<number> {
  const memoryFile = join(folder, 'import-memory')
  await runChild(join(serverFolder, 'portal.js'), {
    args: ['import', '--rejects', join(folder, 'rejects.ndjson'), file],
    env: { SYSTEM_DATABASE_URL: urls.system, MEMORY_FILE: memoryFile },
    execArgv: ['--import', join(import.meta.portalRoot, 'bench/lab/report-memory.mjs')],
  })
  return Number(readFileSync(memoryFile, 'utf8')) / 1024
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
