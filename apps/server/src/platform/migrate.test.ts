import pg from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../test/database.ts'
import { migrationsFolder } from '../../../../tools/prepare-database.ts'
import { startTestPortal } from '../../test/portal.ts'
import { findMissing, migrate, readMigrations, requireMigrated } from './migrate.ts'

let database: TestDatabase
let owner: pg.Client

beforeAll(async () => {
  database = await createTestDatabase()
  owner = new pg.Client({ connectionString: database.ownerUrl })
  await owner.connect()
})
afterAll(async () => {
  await owner.end()
  await database.drop()
})

test('migrations apply once; a second run changes nothing', async () => {
  expect(await migrate(database.ownerUrl, await readMigrations(migrationsFolder))).toEqual([])
})

test('whatever rights a database has, only the role of imports may create temporary tables', async () => {
  const makes = async (url: string) => {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    try {
      await client.query('create temp table t ()')
      return 'made'
    } catch (error) {
      return String(error)
    } finally {
      await client.end()
    }
  }
  const name = new URL(database.ownerUrl).pathname.slice(1)
  await owner.query(`grant temporary on database ${name} to public, portal_app`)
  expect(await makes(database.appUrl)).toBe('made')
  await migrate(database.ownerUrl, await readMigrations(migrationsFolder))
  expect(await makes(database.appUrl)).toMatch(/permission denied/)
  expect(await makes(database.systemUrl)).toBe('made')
})

test('a migration that was changed after it had been applied is refused by name', async () => {
  const [first, ...rest] = await readMigrations(migrationsFolder)
  const changed = [{ ...first!, digest: 'another' }, ...rest]
  await expect(migrate(database.ownerUrl, changed)).rejects.toThrow(first!.name)
})

test('a database with migrations that this version does not know is refused, and nothing changes', async () => {
  const [, ...known] = await readMigrations(migrationsFolder)
  const more = { name: '9999_more.sql', text: 'create table more ()', digest: 'x' }
  await expect(migrate(database.ownerUrl, [...known, more])).rejects.toThrow(
    'This database cannot be migrated: it has migrations that this version does not know (0001_roles_and_companies.sql)',
  )
  const { rows } = await owner.query(`select to_regclass('more') as more`)
  expect(rows).toEqual([{ more: null }])
})

test('a failed migration is rolled back', async () => {
  const broken = {
    name: '9999_broken.sql',
    text: 'create table half (); select nonsense',
    digest: 'x',
  }
  const files = [...(await readMigrations(migrationsFolder)), broken]
  await expect(migrate(database.ownerUrl, files)).rejects.toThrow('9999_broken.sql')
  const { rows } = await owner.query(`select to_regclass('half') as half`)
  expect(rows).toEqual([{ half: null }])
})

test('an index that is built while the table is written is built again after a failure', async () => {
  await owner.query('create table crowd (name text); insert into crowd values (1), (1)')
  const index = {
    name: '9999_crowd.sql',
    text: '-- Names become unique.\ncreate unique index concurrently if not exists crowd_name on crowd (name)',
    digest: 'x',
  }
  const files = [...(await readMigrations(migrationsFolder)), index]
  const built = async () => {
    const { rows } = await owner.query<{ valid: boolean }>(
      `select indisvalid as valid from pg_index where indexrelid = to_regclass('crowd_name')`,
    )
    return rows.map(({ valid }) => valid)
  }
  await expect(migrate(database.ownerUrl, files)).rejects.toThrow('9999_crowd.sql')
  expect(await built()).toEqual([false])
  await owner.query('delete from crowd')
  expect(await migrate(database.ownerUrl, files)).toEqual(['9999_crowd.sql'])
  expect(await built()).toEqual([true])
  await owner.query(`drop table crowd; delete from applied_migration where name like '9999%'`)
})

test('two that migrate at once take turns, also while one builds an index concurrently; other indexes stay', async () => {
  await owner.query(`
    create table queue (name text);
    insert into queue select nth::text from generate_series(1, 20000) nth`)
  const unfinished = await owner
    .query('create unique index concurrently queue_other on queue ((1))')
    .catch(String)
  expect(unfinished).toMatch('could not create unique index')
  const index = {
    name: '9999_queue.sql',
    text: 'CREATE INDEX CONCURRENTLY IF NOT EXISTS queue_name ON queue (name)',
    digest: 'x',
  }
  const gone = {
    name: '9999_queue_gone.sql',
    text: 'drop index concurrently if exists queue_name',
    digest: 'x',
  }
  const files = [...(await readMigrations(migrationsFolder)), index, gone]
  const both = await Promise.all([
    migrate(database.ownerUrl, files),
    migrate(database.ownerUrl, files),
  ])
  expect(both.flat()).toEqual(['9999_queue.sql', '9999_queue_gone.sql'])
  const { rows } = await owner.query(
    `select to_regclass('queue_other') is not null as other, to_regclass('queue_name') as gone`,
  )
  expect(rows).toEqual([{ other: true, gone: null }])
  await owner.query(`drop table queue; delete from applied_migration where name like '9999%'`)
})

test('every table that carries an account id is under forced row level security', async () => {
  const { rows } = await owner.query(`
    select c.relname from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm')
       and a.attname = 'account_id' and not (c.relrowsecurity and c.relforcerowsecurity)
       -- A view that reads with its caller's rights is as protected as its tables.
       and not (c.relkind = 'v' and 'security_invoker=true' = any (coalesce(c.reloptions, '{}')))
     order by 1`)
  // The web role has no rights on these; for sessions and the directory it may only call functions.
  const outOfReach = ['arriving_invoice_line', 'session', 'sign_in_directory', 'super_admin_change']
  expect(rows.map((row) => row.relname)).toEqual(outOfReach)
  const { rows: rights } = await owner.query(
    `select table_name from information_schema.column_privileges
      where grantee in ('portal_app', 'PUBLIC') and table_name = any ($1)`,
    [outOfReach],
  )
  expect(rights).toEqual([])
})

test('a server is not ready on an older schema, and is on a newer one', async () => {
  const portal = await startTestPortal()
  const { deps } = portal
  const owning = new pg.Client({ connectionString: portal.database.ownerUrl })
  await owning.connect()
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(async () => {
    vi.useRealTimers()
    await owning.end()
    await portal.close()
  })
  const ready = async () => {
    // An answer is kept for a moment.
    vi.setSystemTime(Date.now() + 6000)
    return (await portal.stranger.get('/health/ready')).json<{ status: string }>().status
  }
  const names = (await readMigrations(migrationsFolder)).map(({ name }) => name)
  await requireMigrated(deps.db)
  await owning.query(`insert into applied_migration (name, digest) values ('9999_next.sql', 'x')`)
  expect(await findMissing(deps.db)).toEqual([])
  expect(await findMissing(portal.system)).toEqual([])
  expect(await ready()).toBe('ready')
  const { rows } = await owning.query<{ name: string }>(
    `delete from applied_migration where name like '0012%' or name like '0011%' returning name`,
  )
  expect(rows).toHaveLength(2)
  expect(await ready()).toBe('database old')
  await expect(requireMigrated(deps.db)).rejects.toThrow(
    'The database does not have 0011_attention.sql and 1 more. Run portal migrate of this version first.',
  )
  // A database that was migrated before its rights were given, or never.
  await owning.query('revoke select on applied_migration from portal_app')
  expect(await findMissing(deps.db)).toEqual(names)
  await owning.query('drop table applied_migration')
  expect(await findMissing(portal.system)).toEqual(names)
})
