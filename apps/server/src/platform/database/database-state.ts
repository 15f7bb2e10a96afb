import sql from 'sql-template-tag'
import { inTransaction, type Database } from './database.ts'
import { isOutOfSpace } from './database-errors.ts'
import { findMissing } from './migrate.ts'

/** Returns whether the database responds and is not a standby. Readiness and the metrics use it. */
export async function isDatabaseUp(db: Database): Promise<boolean> {
  try {
    const { rows } = await db.query<{ standby: boolean }>('select pg_is_in_recovery() as standby')
    return rows[0]?.standby === false
  } catch {
    return false
  }
}

/** How long a result is kept, in milliseconds: load balancers ask every second. */
const kept = 5000

function keptFor5s(ask: () => Promise<boolean>): () => Promise<boolean> {
  let last: { at: number; answer: Promise<boolean> } | undefined
  return () => {
    if (!last || Date.now() - last.at > kept) last = { at: Date.now(), answer: ask() }
    return last.answer
  }
}

/** Tests whether the database can write: a database with a full disk still answers reads. */
export const writeProbe = (db: Database) => keptFor5s(() => canWrite(db))

/** Tests whether the schema is too old for this program, such as the schema of a restored backup. */
export const schemaProbe = (db: Database) =>
  keptFor5s(async () => (await findMissing(db).catch(() => [])).length > 0)

async function canWrite(db: Database): Promise<boolean> {
  const undone = new Error('undone')
  const tried = inTransaction(db, async (tx) => {
    await tx.run(sql`insert into write_probe values (repeat('x', 8000))`)
    throw undone
  })
  return tried.catch((error: unknown) => !isOutOfSpace(error))
}
