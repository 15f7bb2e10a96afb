import type pg from 'pg'
import { expect } from 'vitest'
import { personalData } from '../../src/commands/personal-data.ts'
import { portal as commandLine } from '../integration/command-line.ts'
import { people } from './provider.ts'

const kept = Object.entries(personalData).flatMap(([table, one]) =>
  (one.kept?.columns ?? []).map((column) => `${table}.${column}`),
)

/**
 * Erases each person of a used portal, and fails if a column still has the address or a part of the
 * name that `personalData` does not keep. `admin` is a superuser.
 */
export async function erasePeople(admin: pg.Client, ownerUrl: string): Promise<void> {
  const env = { MIGRATION_DATABASE_URL: ownerUrl, PORTAL_ENV: 'development' }
  await admin.query(
    `insert into public.portal_user (account_id, email, role) values ('1', 'last@meridian.example', 'SuperAdmin')`,
  )
  for (const email of Object.values(people)) {
    const words = [email, ...email.split('@')[0]!.split('.')]
    expect((await tracesOf(admin, words)).length).toBeGreaterThan(8)
    await admin.query('update public.portal_user set deactivated_at = now() where email = $1', [
      email,
    ])
    const { err } = await commandLine(['erase', '--person', email, '--yes'], env)
    expect(err).toBe('')
    const left = await tracesOf(admin, words)
    expect(left.filter((column) => !kept.includes(column))).toEqual([])
  }
}

/** Returns the columns that have one of the words; letters inside a random id of a provider are no word. */
async function tracesOf(admin: pg.Client, words: readonly string[]): Promise<string[]> {
  const { rows: columns } = await admin.query<{ table: string; column: string }>(`
    select c.relname as table, a.attname as column from pg_class c
      join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' order by 1, a.attnum`)
  const found: string[] = []
  for (const { table, column } of columns) {
    const { rowCount } = await admin.query(
      `select from public.${table} where ${column}::text ~* any ($1) limit 1`,
      [words.map((word) => `\\m${word}\\M`)],
    )
    if (rowCount) found.push(`${table}.${column}`)
  }
  return found
}
