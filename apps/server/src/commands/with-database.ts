import { openDatabase, type Database } from '../platform/database/database.ts'
import { databaseAddress, type DatabaseRole } from './command-settings.ts'

/** Does the work of a command in the database, which lists the connection under its name. */
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
