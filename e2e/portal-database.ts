import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'

/** Queries the portal's database without row level security, for data that no screen shows. */
export async function inDatabase<Result>(
  dataDir: string,
  use: (database: pg.Client) => Promise<Result>,
): Promise<Result> {
  const settings = JSON.parse(readFileSync(join(dataDir, 'settings.json'), 'utf8')) as {
    MIGRATION_DATABASE_URL: string
  }
  const url = new URL(settings.MIGRATION_DATABASE_URL)
  url.username = 'postgres'
  const database = new pg.Client({ connectionString: url.href })
  await database.connect()
  try {
    return await use(database)
  } finally {
    await database.end()
  }
}
