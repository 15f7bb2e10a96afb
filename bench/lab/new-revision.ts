import type pg from 'pg'
import { company } from '../data/invoices.ts'

/** What every change of the company's invoices does: no list known so far is the current one. */
export async function newRevision(system: pg.Pool): Promise<void> {
  await system.query('update company_revision set revision = revision + 1 where account_id = $1', [
    company.accountId,
  ])
}
