import sql from 'sql-template-tag'
import type { Tx } from './database.ts'

/** Serializes changes of one kind in one company; the lock lasts as long as the transaction. */
export async function takeTurn(tx: Tx, kind: string, accountId: string): Promise<void> {
  await tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${`${kind} ${accountId}`}, 0))`)
}

/** The lock that an import holds until it ends. */
export const importTurn = sql`hashtext('portal import')`

/**
 * Waits for the end of an import, and prevents the next import from starting until the transaction ends: a missing invoice
 * stays missing for that time.
 */
export async function excludeImports(tx: Tx): Promise<void> {
  await tx.run(sql`select pg_advisory_xact_lock_shared(${importTurn})`)
}
