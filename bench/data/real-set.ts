import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { serverFolder } from '../../tools/build-portal.ts'
import type { DatabaseUrls } from '../../tools/prepare-database.ts'
import { runChild } from '../lab/children.ts'

const file = join(import.meta.portalRoot, '../shared/data/online-retail.ndjson.gz')
/** The real set is no part of the project: where it is absent, parts that need it are skipped. */
export const hasRealSet = existsSync(file)

/** The company with the most invoices. */
export const largest = { accountId: '001a5ac24d612a1e32', invoices: 3637 }
export const buyer = 'buyer@largest.example'

export interface Use {
  /** Largest resident memory, in kB. */
  memory: number
  /** Processor time, in milliseconds. */
  processor: number
}

/** Imports the set the way an operator does; answers what the import's process used. */
export async function importRealSet(urls: DatabaseUrls, folder: string): Promise<Use> {
  const useFile = join(folder, 'import-use')
  await runChild(join(serverFolder, 'portal.js'), {
    args: ['import', '--rejects', join(folder, 'rejects.ndjson'), file],
    env: { SYSTEM_DATABASE_URL: urls.system, USE_FILE: useFile },
    execArgv: ['--import', join(import.meta.portalRoot, 'bench/lab/report-use.mjs')],
  })
  return JSON.parse(readFileSync(useFile, 'utf8')) as Use
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
