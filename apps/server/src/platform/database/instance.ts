import sql from 'sql-template-tag'
import { queryOne, type Database, type Tx } from './database.ts'

/** Identifies the portal of a database. The account is null until a server has asked the card provider. */
export interface PortalInstance {
  id: string
  account: string | null
  livemode: boolean | null
}

export async function readInstance(db: Database | Tx): Promise<PortalInstance> {
  const instance = await queryOne<PortalInstance & Record<string, unknown>>(
    db,
    sql`select id, provider_account as account, provider_livemode as livemode from portal_instance`,
  )
  if (!instance) throw new Error('the database has no instance: portal_instance is empty')
  return instance
}

/** Reads the id in the metadata of every payment of this database. The id can change once, see `continueInstance`. */
export async function readInstanceId(db: Database | Tx): Promise<string> {
  return (await readInstance(db)).id
}
