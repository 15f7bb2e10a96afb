import sql from 'sql-template-tag'
import { queryOne, type Database } from '../platform/database/database.ts'

/** Returns the company that has now what an account id named: mails and the card provider name merged ones for ever. */
export async function currentAccount(db: Database, named: string): Promise<string> {
  const row = await queryOne<{ accountId: string }>(
    db,
    sql`select current_account(${named}) as "accountId"`,
  )
  return row!.accountId
}
