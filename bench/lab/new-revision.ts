import type pg from 'pg'

/** Increases the revision like every change of a company's invoices, so that no cached list is current. */
export async function newRevision(system: pg.Pool, accountId: string): Promise<void> {
  await system.query('update company_revision set revision = revision + 1 where account_id = $1', [
    accountId,
  ])
}
