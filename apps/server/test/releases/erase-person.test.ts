import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { personalData } from '../../src/commands/personal-data.ts'
import { openDatabase } from '../../src/platform/database.ts'
import { migrate, readMigrations } from '../../src/platform/migrate.ts'
import { verifyHistory } from '../../src/team/verify-history.ts'
import { migrationsFolder } from '../../../../tools/prepare-database.ts'
import { portal as commandLine } from '../command-line.ts'
import { leftTraces } from '../left-traces.ts'
import { people } from './provider.ts'
import { releases, restoreRelease } from './releases.ts'

test.each(releases)('people of a used portal of release %s are erased', async (release) => {
  const urls = await restoreRelease(release)
  await migrate(urls.owner, await readMigrations(migrationsFolder))
  const admin = new pg.Client({ connectionString: urls.admin })
  await admin.connect()
  const system = openDatabase({ connectionString: urls.system, name: 'test', size: 1 })
  onTestFinished(async () => {
    await admin.end()
    await system.end()
  })
  const env = { MIGRATION_DATABASE_URL: urls.owner, PORTAL_ENV: 'development' }
  const kept = Object.entries(personalData).flatMap(([table, one]) =>
    (one.kept?.columns ?? []).map((column) => `${table}.${column}`),
  )
  for (const email of [people.payer, people.member, people.admin, people.autoPayer]) {
    const [first = '', last = ''] = email.split('@')[0]!.split('.')
    const words = [first, last, email]
    expect((await leftTraces(admin, words)).length).toBeGreaterThan(10)
    await admin.query('update portal_user set deactivated_at = now() where email = $1', [email])
    const { out, err } = await commandLine(['erase', '--person', email, '--yes'], env)
    expect(err).toBe('')
    expect(out).toContain('is erased')
    const left = await leftTraces(admin, words)
    expect(left.filter((column) => !kept.includes(column))).toEqual([])
  }
  const { rows } = await admin.query<{ accountId: string }>(
    'select account_id as "accountId" from history_head',
  )
  for (const { accountId } of rows)
    expect((await verifyHistory(system, accountId)).problem).toBeUndefined()
})
