import sql from 'sql-template-tag'
import { replaceProvider } from '../apps/server/src/commands/sign-in.ts'
import type { Config } from '../apps/server/src/config.ts'
import { inTransaction, openDatabase } from '../apps/server/src/platform/database/database.ts'
import type { DatabaseUrls } from './prepare-database.ts'

/** The sandbox's issuer contains its port, so with another PORT the same people would have another provider. */
export async function keepSandboxAccounts(
  urls: Pick<DatabaseUrls, 'system'>,
  { identity }: Pick<Config, 'identity'>,
): Promise<void> {
  const db = openDatabase({ connectionString: urls.system, name: 'portal accounts', size: 1 })
  try {
    await inTransaction(db, async (tx) => {
      const former = await tx.query<{ issuer: string }>(sql`
        select distinct issuer from sign_in_directory
         where issuer like 'http://localhost:%' and issuer <> ${identity.issuer} and not is_replaceable`)
      for (const { issuer } of former) await replaceProvider(tx, issuer)
    })
  } finally {
    await db.end()
  }
}
