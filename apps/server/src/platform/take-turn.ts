import sql from 'sql-template-tag'
import type { Tx } from './database.ts'

/** Lets changes of one kind in one company come one after the other; the turn lasts as long as the transaction. */
export async function takeTurn(tx: Tx, kind: string, accountId: string): Promise<void> {
  await tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${`${kind} ${accountId}`}, 0))`)
}

/** The lock that an import holds to its end. */
export const importTurn = sql`hashtext('portal import')`

/**
 * Waits for the end of an import, and keeps the next one from starting until the transaction ends: an invoice that is
 * not there stays away for that long.
 */
export async function holdOffImports(tx: Tx): Promise<void> {
  await tx.run(sql`select pg_advisory_xact_lock_shared(${importTurn})`)
}
