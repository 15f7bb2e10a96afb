import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '../../src/platform/database/database.ts'
import { migrate, readMigrations } from '../../src/platform/database/migrate.ts'
import { verifyHistory } from '../../src/team/verify-history.ts'
import { migrationsFolder } from '../../../../tools/prepare-database.ts'
import { erasePeople } from './erase-people.ts'
import { releases, restoreRelease } from './releases.ts'

test.each(releases)(
  'people of a portal of release %s are erased, and its histories verify to their former ends',
  async (release) => {
    const urls = await restoreRelease(release)
    const admin = new pg.Client({ connectionString: urls.admin })
    await admin.connect()
    const system = openDatabase({ connectionString: urls.system, name: 'test', size: 1 })
    onTestFinished(async () => {
      await admin.end()
      await system.end()
    })
    const { rows: heads } = await admin.query<{ id: string; position: number; hash: string }>(
      `select account_id as id, position, encode(hash, 'hex') as hash from public.history_head`,
    )
    await migrate(urls.owner, await readMigrations(migrationsFolder))
    await erasePeople(admin, urls.owner)
    const verdicts = await Promise.all(
      heads.map(({ id, ...head }) => verifyHistory(system, id, head)),
    )
    expect(verdicts.filter(({ problem }) => problem)).toEqual([])
    expect(verdicts.reduce((sum, { rewritten }) => sum + rewritten, 0)).toBeGreaterThan(20)
  },
)
