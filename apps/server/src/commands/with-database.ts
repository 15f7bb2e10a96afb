import { openDatabase, type Database } from '../platform/database/database.ts'
import { databaseAddress, type DatabaseRole } from './command-settings.ts'

/** Runs the work of a command in the database. PostgreSQL lists the connection under the command's name. */
export async function withDatabase<T>(
  command: string,
  work: (db: Database) => Promise<T>,
  { role = 'system', size = 1 }: { role?: DatabaseRole; size?: number } = {},
): Promise<T> {
  const name = `portal ${command}`
  const db = openDatabase({ connectionString: databaseAddress(role), name, size })
  try {
    return await work(db)
  } finally {
    await db.end()
  }
}
