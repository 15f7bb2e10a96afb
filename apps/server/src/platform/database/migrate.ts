import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import type { Database } from './database.ts'

export interface Migration {
  name: string
  text: string
  digest: string
}

/** The folder is in the repository; in production it is beside the folder of the bundle and its chunks. */
export function migrationsFolder(): string {
  const inRepository = join(import.meta.portalRoot, 'apps/server/migrations')
  const beside = ['../migrations', '../../migrations'].map((path) =>
    fileURLToPath(new URL(path, import.meta.url)),
  )
  return [inRepository, ...beside].find((folder) => existsSync(folder)) ?? inRepository
}

/** Returns the names of migrations, in order. */
const listMigrations = async (folder: string) =>
  (await readdir(folder)).filter((name) => /^\d{4}_\w+\.sql$/.test(name)).sort()

/** Returns the numbered SQL files of a folder, in order. */
export async function readMigrations(folder: string): Promise<Migration[]> {
  return Promise.all(
    (await listMigrations(folder)).map(async (name) => {
      const text = await readFile(join(folder, name), 'utf8')
      return { name, text, digest: createHash('sha256').update(text).digest('hex') }
    }),
  )
}

/**
 * Returns why a database does not match these migrations, or undefined if it does: if a file was changed or is missing,
 * the schema differs from the files.
 */
export function findMismatch(
  applied: ReadonlyMap<string, string>,
  migrations: Migration[],
): string | undefined {
  const digests = new Map(migrations.map(({ name, digest }) => [name, digest]))
  const unknown = [...applied.keys()].filter((name) => !digests.has(name)).sort()
  if (unknown.length > 0) {
    const [first, ...others] = unknown
    const rest = others.length > 0 ? ` and ${others.length} more` : ''
    return `it has migrations that this version does not know (${first}${rest})`
  }
  const changed = migrations.find(({ name, digest }) => (applied.get(name) ?? digest) !== digest)
  return changed && `${changed.name} was changed after it had been applied`
}

/** Returns the digests of the applied migrations by file name; an empty map if there are none. */
export async function readApplied(client: pg.Client): Promise<Map<string, string>> {
  const table = await client.query(`select from pg_tables where tablename = 'applied_migration'`)
  if (!table.rowCount) return new Map()
  const { rows } = await client.query<{ name: string; digest: string }>(
    'select name, digest from applied_migration',
  )
  return new Map(rows.map((row) => [row.name, row.digest]))
}

/** The database is older than the program. */
export class OldSchema extends Error {
  override name = 'OldSchema'
}

/** Error codes of PostgreSQL: the table does not exist, or no rights were granted on it yet. */
const neverMigrated = new Set(['42P01', '42501'])

let ownNames: Promise<string[]> | undefined

/**
 * Returns the names of this program's migrations as they were at its start: an upgrade may replace the files while the
 * program runs.
 */
const listOwnMigrations = () => (ownNames ??= listMigrations(migrationsFolder()))

/**
 * Returns the names of the migrations that a database lacks. The database may have more of them: a program runs on the
 * schema of a newer version.
 */
export async function findMissing(db: Database): Promise<string[]> {
  const names = await listOwnMigrations()
  try {
    const { rows } = await db.query<{ name: string }>('select name from applied_migration')
    const applied = new Set(rows.map(({ name }) => name))
    return names.filter((name) => !applied.has(name))
  } catch (error) {
    if (neverMigrated.has((error as { code?: string }).code ?? '')) return names
    throw error
  }
}

/** Throws OldSchema if the database lacks migrations of this version. */
export async function requireMigrated(db: Database): Promise<void> {
  const [first, ...others] = await findMissing(db)
  if (first === undefined) return
  const rest = others.length > 0 ? ` and ${others.length} more` : ''
  throw new OldSchema(
    `The database does not have ${first}${rest}. Run portal migrate of this version first.`,
  )
}

/**
 * Applies missing migrations, forward only, each file in its own transaction, except files that build an index
 * concurrently. Returns the names of the applied files. Refuses a database with other migrations and then changes nothing.
 */
export async function migrate(
  connectionString: string,
  migrations: Migration[],
): Promise<string[]> {
  const client = new pg.Client({ connectionString, application_name: 'portal migrate' })
  await client.connect()
  try {
    await takeTurn(client)
    const applied = await readApplied(client)
    const mismatch = findMismatch(applied, migrations)
    if (mismatch)
      throw new Error(
        `This database cannot be migrated: ${mismatch}. ` +
          'Use the version that made it, or an empty database. Nothing was changed.',
      )
    await client.query(`create table if not exists applied_migration (
      name text primary key, digest text not null, applied_at timestamptz not null default now())`)
    const missing = migrations.filter(({ name }) => !applied.has(name))
    for (const migration of missing) await apply(client, migration)
    await reserveTemporaryTables(client)
    await client.query('grant select on applied_migration to portal_app, portal_system')
    return missing.map(({ name }) => name)
  } finally {
    await client.end()
  }
}

/**
 * Allows temporary tables only to imports. This runs every time instead of as a migration: the right belongs to the
 * database, and a restored or copied database lacks it.
 */
export async function reserveTemporaryTables(client: pg.Client): Promise<void> {
  await client.query(`
    do $$ begin
      execute format('revoke temporary on database %I from public, portal_app', current_database());
      execute format('grant temporary on database %I to portal_system', current_database());
    end $$`)
}

/**
 * Makes two replicas that start at the same time migrate one after the other. The waiting one polls for the lock: an index
 * that is built concurrently waits for every running statement, so it would wait for a statement that waits for the lock.
 */
async function takeTurn(client: pg.Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ taken: boolean }>(
      `select pg_try_advisory_lock(hashtext('portal migrations')) as taken`,
    )
    if (rows[0]?.taken) return
    await setTimeout(250)
  }
}

const concurrently =
  /^(?:--.*\n|\s)*(?:create (?:unique )?|drop )index concurrently(?: if(?: not)? exists)? (\w+)/i

/** True for a file whose only statement builds or drops an index while the table can be written. */
export const worksConcurrently = (text: string) => concurrently.test(text)

async function apply(client: pg.Client, migration: Migration): Promise<void> {
  const { name, text, digest } = migration
  const [, index] = concurrently.exec(text) ?? []
  const isConcurrent = index !== undefined
  try {
    if (isConcurrent) await dropIfUnfinished(client, index)
    // A migration that waits for a lock would block all later queries, so it fails soon and is run again. A concurrent
    // change blocks no queries.
    else await client.query(`begin; set local lock_timeout = '2s'`)
    await client.query(text)
    await client.query('insert into applied_migration (name, digest) values ($1, $2)', [
      name,
      digest,
    ])
    if (!isConcurrent) await client.query('commit')
  } catch (error) {
    if (!isConcurrent) await client.query('rollback')
    throw new Error(`${name}: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    })
  }
}

/** Drops an index that an interrupted migration left behind: PostgreSQL writes such an index but never reads it. */
async function dropIfUnfinished(client: pg.Client, name: string): Promise<void> {
  const { rowCount } = await client.query(
    'select from pg_index where indexrelid = to_regclass($1) and not indisvalid',
    [name],
  )
  if (rowCount) await client.query(`drop index concurrently if exists ${name}`)
}
