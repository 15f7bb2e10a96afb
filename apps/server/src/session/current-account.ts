import sql from 'sql-template-tag'
import { queryOne, type Database } from '../platform/database/database.ts'

/**
 * Returns the current id of a company that is named by an account id: mails and the card provider name merged companies forever.
 */
export async function currentAccount(db: Database, named: string): Promise<string> {
  const row = await queryOne<{ accountId: string }>(
    db,
    sql`select current_account(${named}) as "accountId"`,
  )
  return row!.accountId
}
