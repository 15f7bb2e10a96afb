import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { migrationsFolder } from './prepare-database.ts'
import { canLint, lintMigrations } from './lint-migrations.ts'

function lint(text: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'migrations-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  writeFileSync(join(folder, '0001_next.sql'), text)
  return lintMigrations(folder)
}

test.skipIf(!canLint).each([
  ['create index crowd_name on crowd (name);', 'require-concurrent-index-creation'],
  ['create index concurrently crowd_name on crowd (name);', 'prefer-robust-stmts'],
  ['alter table crowd add column name text not null;', 'adding-required-field'],
  ['alter table crowd alter column name set not null;', 'adding-not-nullable-field'],
  [
    'alter table crowd add foreign key (name) references name (id);',
    'adding-foreign-key-constraint',
  ],
  [`alter table crowd add check (name > '');`, 'constraint-missing-not-valid'],
  ['alter table crowd alter column name type bigint using 1;', 'changing-column-type'],
  ['alter table crowd rename column name to title;', 'renaming-column'],
  ['alter table crowd drop column name;', 'ban-drop-column'],
  ['drop table crowd;', 'ban-drop-table'],
])('a migration that blocks or breaks a portal in use is found: %s', async (text, rule) => {
  expect(await lint(text)).toContain(rule)
})

test
  .skipIf(!canLint)
  .each([
    'create table crowd (id bigint generated always as identity primary key, name text not null);',
    'alter table crowd add column name text;',
    `alter table crowd add constraint named check (name > '') not valid;`,
    '-- Search.\ncreate index concurrently if not exists crowd_name on crowd (name);',
    'drop index concurrently if exists crowd_name;',
  ])('a harmless migration is accepted: %s', async (text) => {
  expect(await lint(text)).toBe('')
})

test.skipIf(!canLint)('the migrations of this release are accepted', async () => {
  expect(await lintMigrations(migrationsFolder)).toBe('')
})
