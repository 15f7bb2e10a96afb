import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'

export interface Migration {
  name: string
  text: string
  digest: string
}

/** The numbered SQL files of a folder, in order. */
export async function readMigrations(folder: string): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => /^\d{4}_\w+\.sql$/.test(name)).sort()
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(join(folder, name), 'utf8')
      return { name, text, digest: createHash('sha256').update(text).digest('hex') }
    }),
  )
}

/**
 * Applies what is missing, forward only, each file in a transaction of its own; answers the names applied.
 * A file that changed after it was applied is refused: the database would no longer be what the files say.
 */
export async function migrate(
  connectionString: string,
  migrations: Migration[],
): Promise<string[]> {
  const client = new pg.Client({ connectionString, application_name: 'portal migrate' })
  await client.connect()
  try {
    // Two replicas that start at once migrate one after the other.
    await client.query(`select pg_advisory_lock(hashtext('portal migrations'))`)
    await client.query(`create table if not exists applied_migration (
      name text primary key, digest text not null, applied_at timestamptz not null default now())`)
    const { rows } = await client.query<{ name: string; digest: string }>(
      'select name, digest from applied_migration',
    )
    const applied = new Map(rows.map((row) => [row.name, row.digest]))
    const done: string[] = []
    for (const migration of migrations) {
      const digest = applied.get(migration.name)
      if (digest === migration.digest) continue
      if (digest) throw new Error(`${migration.name} was changed after it had been applied`)
      await apply(client, migration)
      done.push(migration.name)
    }
    return done
  } finally {
    await client.end()
  }
}

async function apply(client: pg.Client, { name, text, digest }: Migration): Promise<void> {
  try {
    // A migration that waits for a lock blocks everybody behind it; better to fail and be run again.
    await client.query(`begin; set local lock_timeout = '2s'`)
    await client.query(text)
    await client.query('insert into applied_migration (name, digest) values ($1, $2)', [
      name,
      digest,
    ])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw new Error(`${name}: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    })
  }
}
