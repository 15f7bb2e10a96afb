import sql, { raw } from 'sql-template-tag'
import { plural } from '@portal/domain/kernel/plural'
import {
  inTransaction,
  openDatabase,
  type Database,
  type Tx,
} from '../platform/database/database.ts'
import { importTurn } from '../platform/database/take-turn.ts'
import { bookMissing, bookMovements, unbooked } from './book-movements.ts'

/** Books what is missing; returns how many lines of how many invoices were. */
export const checkMovements = (db: Database) => inTurnOfImports(db, (tx) => bookMissing(tx))

/**
 * Closes the days whose statements become final, and books what is missing: a server of the release before writes no
 * lines. No import that has seen a day open commits after the day was closed. Fails after its commit if lines were missing,
 * so that an alert reports them.
 */
export async function closeDays(db: Database): Promise<number> {
  const lines = await inTurnOfImports(db, async (tx) => {
    const missing = await bookMissing(tx)
    await tx.run(sql`select close_days()`)
    return missing.lines
  })
  if (lines > 0)
    throw new Error(`${plural(lines, 'line')} of invoices were missing and are booked now`)
  return 0
}

/** Waits as long as an import runs: the alert about missing lines counts failures. */
const inTurnOfImports = <T>(db: Database, work: (tx: Tx) => Promise<T>) =>
  inTransaction(db, async (tx) => {
    await tx.run(raw('set local statement_timeout = 0'))
    await tx.run(raw('set local lock_timeout = 0'))
    await tx.run(sql`select pg_advisory_xact_lock(${importTurn})`)
    await tx.run(raw(`set local lock_timeout = '30s'`))
    return work(tx)
  })

/** Books the invoices of companies that no release with lines knew, as portal_owner. Servers may charge meanwhile: nothing is locked. */
export async function bookPast(ownerUrl: string): Promise<void> {
  const db = openDatabase({ connectionString: ownerUrl, name: 'portal migrate', size: 1 })
  try {
    const { rows } = await db.query<{ accountId: string }>(sql`
      select account_id as "accountId" from company c
       where known_since is null and exists (select from invoice i where i.account_id = c.account_id)`)
    for (const { accountId } of rows)
      await inTransaction(db, async (tx) => {
        await tx.run(raw('set local statement_timeout = 0'))
        await tx.run(sql`
          update company set known_since = business_today() where account_id = ${accountId}`)
        await bookMovements(tx, { touched: unbooked(accountId) })
        // The past is not told.
        await tx.run(sql`
          update company c set told_movement = (select coalesce(max(id), 0) from invoice_movement m where m.account_id = c.account_id)
           where account_id = ${accountId}`)
      })
  } finally {
    await db.end()
  }
}
