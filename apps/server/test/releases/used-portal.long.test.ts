import { writeFileSync } from 'node:fs'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { startClusterPortal } from '../database/cluster-portal.ts'
import { startCluster } from '../database/debian-postgres.ts'
import { erasePeople } from './erase-people.ts'
import { usePortal } from './use-portal.ts'

/** Tables that a used portal may leave empty. */
const emptyOnPurpose = [
  'arriving_invoice_line', // writes to its partition
  'charging_stop', // nothing is charged while it has a row
  'former_license', // only servers of the release before write it
  'invoice_archive_part', // unlogged
  'invoice_notice', // as former_license
  'license', // as former_license
  'rate_window', // of the last minutes
  'write_probe', // is rolled back
]

/** `npm run release-data` runs this file to write the dump of a release; on PostgreSQL 15, which newer versions can load. */
test('every table of a used portal has rows, and people are erased from all of them', async () => {
  const cluster = await startCluster()
  const { portal, run, urlOf } = await startClusterPortal(cluster)
  await usePortal(portal)
  const dumped = await run(
    'pg_dump --inserts --rows-per-insert=100 --no-unlogged-table-data "$DUMPED"',
    { DUMPED: urlOf('postgres') },
  )
  expect(dumped).toMatchObject({ code: 0, err: '' })
  const text = reviewable(dumped.out)
  const file = process.env['RELEASE_DATA']
  if (file) writeFileSync(file, text)
  const named = (pattern: RegExp) => [...text.matchAll(pattern)].map(([, name]) => name)
  const filled = named(/^INSERT INTO public\.(\w+)/gm)
  const tables = named(/^CREATE (?:UNLOGGED )?TABLE public\.(\w+)/gm)
  expect(tables.filter((name) => !filled.includes(name)).toSorted()).toEqual(emptyOnPurpose)
  const admin = new pg.Client({ connectionString: urlOf('postgres') })
  await admin.connect()
  onTestFinished(() => admin.end())
  await erasePeople(admin, urlOf('portal_owner'))
}, 300_000)

/**
 * Removes pg_dump's remarks above its statements and the commands that only psql understands, and gives the simulated
 * providers the same port each time.
 */
const reviewable = (dump: string) =>
  dump
    .replace(/^(?:--(?: .*)?\n)+/gm, '')
    .replace(/^\\.*\n/gm, '')
    .replace(/\n{2,}/g, '\n\n')
    .replace(/http:\/\/localhost:\d+/g, 'http://localhost:3001')
    .trim() + '\n'
