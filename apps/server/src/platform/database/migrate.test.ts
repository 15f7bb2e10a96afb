import { readFileSync } from 'node:fs'
import pg from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../test/database/database.ts'
import { migrationsFolder } from '../../../../../tools/prepare-database.ts'
import { schemaFile, schemaText } from '../../../../../tools/schema-text.ts'
import { startTestPortal } from '../../../test/portal/portal.ts'
import { findMissing, migrate, readMigrations, requireMigrated } from './migrate.ts'

let database: TestDatabase
let owner: pg.Client

beforeAll(async () => {
  database = await createTestDatabase()
  owner = new pg.Client({ connectionString: database.ownerUrl })
  await owner.connect()
})
const known = () => readMigrations(migrationsFolder)
afterAll(async () => {
  await owner.end()
  await database.drop()
})

test('migrations apply once; a second run changes nothing', async () => {
  expect(await migrate(database.ownerUrl, await known())).toEqual([])
})

test('whatever rights a database has, only the role of imports may create temporary tables, and no role large objects', async () => {
  const makes = async (url: string, statement = 'create temp table t ()') => {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    try {
      await client.query(statement)
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
  await migrate(database.ownerUrl, await known())
  expect(await makes(database.appUrl)).toMatch(/permission denied/)
  expect(await makes(database.systemUrl)).toBe('made')
  for (const url of [database.appUrl, database.systemUrl])
    expect(await makes(url, 'select lo_create(0)')).toMatch(/permission denied/)
})

test('a migration that was changed after it had been applied is refused by name', async () => {
  const [first, ...rest] = await known()
  const changed = [{ ...first!, digest: 'another' }, ...rest]
  await expect(migrate(database.ownerUrl, changed)).rejects.toThrow(first!.name)
})

test('a database with migrations that this version does not know is refused, and nothing changes', async () => {
  const [, ...rest] = await known()
  const more = { name: '9999_more.sql', text: 'create table more ()', digest: 'x' }
  await expect(migrate(database.ownerUrl, [...rest, more])).rejects.toThrow(
    'This database cannot be migrated: it has migrations that this version does not know (0001_roles_and_companies.sql)',
  )
  const { rows } = await owner.query(`select to_regclass('more') as more`)
  expect(rows).toEqual([{ more: null }])
})

test('a failed migration is rolled back', async () => {
  const text = 'create table half (); select nonsense'
  const broken = { name: '9999_broken.sql', text, digest: 'x' }
  const files = [...(await known()), broken]
  await expect(migrate(database.ownerUrl, files)).rejects.toThrow('9999_broken.sql')
  const { rows } = await owner.query(`select to_regclass('half') as half`)
  expect(rows).toEqual([{ half: null }])
})

test('an index built during writes to its table is built again after a failure', async () => {
  await owner.query('create table crowd (name text); insert into crowd values (1), (1)')
  const index = {
    name: '9999_crowd.sql',
    text: '-- Names become unique.\ncreate unique index concurrently if not exists crowd_name on crowd (name)',
    digest: 'x',
  }
  const files = [...(await known()), index]
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

test('two simultaneous migrations take turns, even while one builds an index concurrently; other indexes stay', async () => {
  await owner.query(`
    create table queue (name text);
    insert into queue select nth::text from generate_series(1, 20000) nth`)
  const unfinished = await owner
    .query('create unique index concurrently queue_other on queue ((1))')
    .catch(String)
  expect(unfinished).toMatch('could not create unique index')
  const files = [
    ...(await known()),
    ...[
      ['9999_queue.sql', 'CREATE INDEX CONCURRENTLY IF NOT EXISTS queue_name ON queue (name)'],
      ['9999_queue_gone.sql', 'drop index concurrently if exists queue_name'],
    ].map(([name = '', text = '']) => ({ name, text, digest: 'x' })),
  ]
  const both = await Promise.all([1, 2].map(() => migrate(database.ownerUrl, files)))
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
  // The web role has no rights on these tables; for sessions and the directory it may only call functions.
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
  const { deps, owner: owning } = portal
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => {
    vi.useRealTimers()
    return portal.close()
  })
  const ready = async () => {
    // The result is kept for a moment.
    vi.setSystemTime(Date.now() + 6000)
    return (await portal.stranger.get('/health/ready')).json<{ status: string }>().status
  }
  const names = (await known()).map(({ name }) => name)
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
  // A database that was migrated before its rights were granted, or never.
  await owning.query('revoke select on applied_migration from portal_app')
  expect(await findMissing(deps.db)).toEqual(names)
  await owning.query('drop table applied_migration')
  expect(await findMissing(portal.system)).toEqual(names)
})

test('docs/schema.sql is the schema that the migrations create', async () => {
  const isCurrent = readFileSync(schemaFile, 'utf8') === (await schemaText(owner))
  expect(isCurrent, 'docs/schema.sql is out of date; run npm run schema').toBe(true)
})

test('every object belongs to portal_owner, and every table has a comment', async () => {
  const { rows: owners } = await owner.query<{ owner: string }>(`
    select pg_get_userbyid(relowner) as owner from pg_class where relnamespace = 'public'::regnamespace
     union
    select pg_get_userbyid(p.proowner) from pg_proc p
     where p.pronamespace = 'public'::regnamespace
       and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')`)
  expect(owners).toEqual([{ owner: 'portal_owner' }])
  const { rows: unexplained } = await owner.query<{ name: string }>(`
    select relname as name from pg_class
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
       and obj_description(oid, 'pg_class') is null`)
  expect(unexplained).toEqual([{ name: 'applied_migration' }])
})

test('only invoice lines, the category of movements and prepared files have references without a foreign key (0006, 0106, 0109)', async () => {
  const { rows } = await owner.query<{ name: string }>(`
    select c.relname || '.' || a.attname as name
      from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
       and a.attname in ('invoice_id', 'invoice_category_id', 'card_id', 'batch_id', 'entry_id')
       and not exists (select from pg_constraint k
                        where k.conrelid = c.oid and k.contype in ('f', 'p') and a.attnum = any (k.conkey)
                          and (k.contype = 'f' or cardinality(k.conkey) = 1))
     order by 1`)
  expect(rows).toEqual([
    { name: 'invoice_archive_part.invoice_id' },
    { name: 'invoice_line.invoice_id' },
    { name: 'invoice_movement.invoice_category_id' },
  ])
})
