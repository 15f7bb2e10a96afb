import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import { inject, onTestFinished } from 'vitest'
import type { Migration } from '../../src/platform/database/migrate.ts'
import { databaseUrls } from '../../../../tools/prepare-database.ts'
import { asAdmin, dropDatabase } from '../database/database.ts'

const folder = join(import.meta.portalRoot, 'apps/server/test/releases')

/** The releases that can be upgraded to this one, oldest first. */
export const releases = readdirSync(folder)
  .flatMap((name) => /^(\d+\.\d+\.\d+)\.sql$/.exec(name)?.[1] ?? [])
  .toSorted((one, other) => one.localeCompare(other, 'en', { numeric: true }))

export const newestRelease = releases.at(-1)!

/** The database of a used portal of a release, as `npm run release-data` wrote it. */
export const dumpFile = (release: string) => join(folder, `${release}.sql`)

/** The migrations of a release with their digests. */
export function migrationsOf(release: string): Map<string, string> {
  const rows = readFileSync(dumpFile(release), 'utf8').matchAll(
    /^\s*\('(\d{4}_\w+\.sql)', '([0-9a-f]{64})'/gm,
  )
  return new Map([...rows].map(([, name = '', digest = '']) => [name, digest]))
}

/** Returns the names of a release's migrations that are missing or have another text. */
export function changedMigrations(release: string, migrations: readonly Migration[]): string[] {
  const digests = new Map(migrations.map(({ name, digest }) => [name, digest]))
  return [...migrationsOf(release)]
    .filter(([name, digest]) => digests.get(name) !== digest)
    .map(([name]) => name)
}

/** Restores the database of a release; it is dropped after the test. */
export async function restoreRelease(release: string) {
  const adminUrl = inject('adminUrl')
  const name = `release_${randomUUID().replaceAll('-', '')}`
  await asAdmin(adminUrl, (admin) => admin.query(`create database ${name} owner portal_owner`))
  onTestFinished(() => asAdmin(adminUrl, (admin) => dropDatabase(admin, name)))
  const restored = new URL(adminUrl)
  restored.pathname = `/${name}`
  await asAdmin(restored.href, (admin) => admin.query(readFileSync(dumpFile(release), 'utf8')))
  return { admin: restored.href, ...databaseUrls(adminUrl, name) }
}

/**
 * Lets a restored database continue from its dump, of any age: AutoPay misses no days, and the card provider, which keeps
 * its events for 30 days, has deleted none. `admin` is a superuser.
 */
export async function continueFromDump(admin: pg.Client): Promise<void> {
  const { rows } = await admin.query<{ at: Date }>(
    'select max(created_at) as at from public.history_entry',
  )
  await admin.query(`
    create or replace function public.portal_now() returns timestamptz language sql stable
      as $$select timestamptz '${rows[0]!.at.toISOString()}'$$;
    update public.provider_event_list set position = now(), read_at = now(), hour_read_at = now()`)
}
