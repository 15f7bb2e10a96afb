import { readFileSync } from 'node:fs'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../test/database.ts'
import { schemaFile, schemaText } from '../../../../tools/schema-text.ts'

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

test('docs/schema.sql is the schema that the migrations make', async () => {
  const isCurrent = readFileSync(schemaFile, 'utf8') === (await schemaText(owner))
  expect(isCurrent, 'docs/schema.sql is out of date; run npm run schema').toBe(true)
})

test('everything belongs to portal_owner, and every table says what it is for', async () => {
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

test('only invoice lines refer to something without a foreign key (decision 0006)', async () => {
  const { rows } = await owner.query<{ name: string }>(`
    select c.relname || '.' || a.attname as name
      from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
       and a.attname in ('invoice_id', 'invoice_category_id', 'card_id', 'batch_id', 'entry_id')
       and not exists (select from pg_constraint k
                        where k.conrelid = c.oid and k.contype in ('f', 'p') and a.attnum = any (k.conkey)
                          and (k.contype = 'f' or cardinality(k.conkey) = 1))`)
  expect(rows).toEqual([{ name: 'invoice_line.invoice_id' }])
})
