import sql from 'sql-template-tag'
import { queryOne, type Database, type Tx } from './database.ts'

/** The id in the metadata of every payment of this database. */
export async function readInstanceId(db: Database | Tx): Promise<string> {
  const row = await queryOne<{ id: string }>(db, sql`select id from portal_instance`)
  if (!row) throw new Error('the database has no instance: portal_instance is empty')
  return row.id
}
