import type pg from 'pg'

/** What every change of a company's invoices does: no list known so far is the current one. */
export async function newRevision(system: pg.Pool, accountId: string): Promise<void> {
  await system.query('update company_revision set revision = revision + 1 where account_id = $1', [
    accountId,
  ])
}
