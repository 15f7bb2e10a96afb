import sql from 'sql-template-tag'
import type { Tx } from './database.ts'

/** Lets changes of one kind in one company come one after the other; the turn lasts as long as the transaction. */
export async function takeTurn(tx: Tx, kind: string, accountId: string): Promise<void> {
  await tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${`${kind} ${accountId}`}, 0))`)
}
