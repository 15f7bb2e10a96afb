import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { expect, inject, onTestFinished, test } from 'vitest'
import { portal, portalProgram } from '../../test/integration/command-line.ts'
import { reportWorker } from '../../test/portal/workers.ts'
import { documented } from '../import/documented.ts'
import {
  importDatabase,
  invoiceRecord,
  aldgate,
  fairhaven,
} from '../../test/import/import-fixture.ts'

/** Creates a folder with a settings.json, as `npm start` does. */
async function runningPortal() {
  const database = await importDatabase()
  const folder = mkdtempSync(join(tmpdir(), 'portal-cli-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const { systemUrl, ownerUrl } = database.urls
  const databases = { SYSTEM_DATABASE_URL: systemUrl, MIGRATION_DATABASE_URL: ownerUrl }
  const settings = { ...databases, PROVIDER_DOMAIN: 'example.com' }
  writeFileSync(join(folder, 'settings.json'), JSON.stringify(settings))
  const write = (name: string, records: object[]) => {
    const text = records.map((record) => JSON.stringify(record)).join('\n')
    writeFileSync(join(folder, name), name.endsWith('.gz') ? gzipSync(text) : text)
  }
  return { ...database, folder, write, env: { PORTAL_DATA_DIR: folder } }
}

test('a reader that closes the pipe, such as head, is no error', async () => {
  const { env } = await runningPortal()
  const script = `{ "${process.execPath}" "${inject('commandLineBundle')}" doctor; echo end >&2; } | true`
  const { stderr } = await promisify(execFile)('/bin/sh', ['-c', script], { env })
  expect(stderr).toBe('end\n')
})

test('a folder of plain and compressed files is one import, reported in two tables', async () => {
  const { folder, write, env, column } = await runningPortal()
  write('b.ndjson', [aldgate, fairhaven])
  const euros = invoiceRecord({ invoiceNumber: 'E', currencyIsoCode: 'EUR' })
  write('a.ndjson.gz', [invoiceRecord(), euros])
  write('old.rejects.ndjson', [{ not: 'data' }])
  const answer = await portal(['import', folder], env)
  expect(answer).toMatchObject({ code: 0, err: '' })
  expect(answer.out).toMatch(/company +2 +0 +0 +0\n/)
  expect(answer.out).toMatch(/invoice +2 +0 +0 +0\n/)
  expect(answer.out).toMatch(/EUR +1 +100\.00 +100\.00\n/)
  expect(await column('select count(*)::int from invoice')).toEqual([2])
})

test('records of a file are dated with --as-of, and older ones are counted as stale', async () => {
  const { folder, write, env, column } = await runningPortal()
  write('new.ndjson', [aldgate, invoiceRecord()])
  write('old.ndjson', [invoiceRecord({ balanceDue: '7.00' })])
  const importFile = (file: string, asOf: string) =>
    portal(['import', '--as-of', asOf, join(folder, file)], env)
  expect((await importFile('new.ndjson', '2026-11-02T02:00:00Z')).code).toBe(0)
  const old = await importFile('old.ndjson', '2026-11-01T02:00:00Z')
  expect(old.out).toMatch(/record +inserted +updated +unchanged +stale +rejected\n/)
  expect(old.out).toMatch(/invoice +0 +0 +0 +1 +0\n/)
  expect(await column('select books_balance_cents::int from invoice')).toEqual([10_000])
  const odd = await importFile('old.ndjson', 'yesterday')
  expect(odd).toMatchObject({ code: 2, err: expect.stringContaining('--as-of yesterday is not') })
})

test('rejected lines are listed by file, line and field, the first twenty and all in a file', async () => {
  const { folder, write, env, column } = await runningPortal()
  const bad = Array.from({ length: 25 }, (_, at) =>
    invoiceRecord({ invoiceNumber: `I${at}`, date: 'x' }),
  )
  write('data.ndjson', [aldgate, ...bad, { record: 'company', '\u001b[2J': 1 }])
  const refused = await portal(['import', 'data.ndjson'], env)
  expect(refused.code).toBe(1)
  expect(refused.out).toContain('data.ndjson:2 date: is not a date (2026-10-31)\n')
  expect(refused.out.match(/data\.ndjson:\d+ date/g)).toHaveLength(20)
  expect(refused.out).toContain('Nothing was changed.')
  const file = readFileSync(join(folder, 'data.rejects.ndjson'), 'utf8').trimEnd().split('\n')
  expect(file).toHaveLength(28)
  const fault = { field: 'date', reason: 'is not a date (2026-10-31)' }
  expect(JSON.parse(file[0] ?? '')).toEqual({ file: 'data.ndjson', line: 2, ...fault })
  expect(await column('select account_id from company')).toEqual([])

  expect((await portal(['import', '--skip-rejects', 'data.ndjson'], env)).code).toBe(0)
  expect(await column('select account_id from company')).toEqual(['10412'])
})

test('standard input is read, a dry run is undone, and imported text cannot control the terminal', async () => {
  const { env, column } = await runningPortal()
  const dry = await portalProgram(['import', '--dry-run', '-'], env, JSON.stringify(aldgate))
  expect(dry).toMatchObject({ code: 0, out: expect.stringContaining('Dry run') as string })
  expect(await column('select account_id from company')).toEqual([])

  const steered = await portalProgram(['import', '-'], env, '{"record":"company","\\u001b[2J":1}\n')
  expect(steered.out).toContain('stdin:1 \\u001b[2J: is not a known field')
  expect(steered.out).not.toContain('\u001b')
})

test('the format of records is printed without any database', async () => {
  const nowhere = { PORTAL_DATA_DIR: '/nowhere' }
  const kinds = await portal(['import', '--format'], nowhere)
  expect(kinds).toMatchObject({ code: 0, err: '' })
  for (const { record } of documented) expect(kinds.out).toMatch(new RegExp(`^${record} `, 'm'))
  const invoice = await portal(['import', '--format', 'invoice'], nowhere)
  expect(invoice.code).toBe(0)
  for (const part of ['\nbalanceDue ', '\nlineItems[].total ', '{"record":"invoice",'])
    expect(invoice.out).toContain(part)
  const err = expect.stringMatching(/^Unknown kind of record: "invoices"\. Kinds: header, /)
  const unknown = await portal(['import', '--format', 'invoices'], nowhere)
  expect(unknown).toMatchObject({ code: 2, err })
})

test('a user becomes a super admin, or is created as one, in the named company', async () => {
  const { take, env, rows } = await runningPortal()
  await take([aldgate, fairhaven])
  const add = (email: string, company: string) =>
    portal(['super-admin', 'add', email, '--company', company], env)
  const user = { record: 'user', email: 'maya@aldgate.example', accountId: '10412' }
  await take([user])
  expect(await add('Maya@aldgate.example', '10412')).toMatchObject({ code: 0 })
  expect(await add('new@fairhaven.example', '10458')).toMatchObject({ code: 0 })
  expect(await add('maya@aldgate.example', '10458')).toMatchObject({
    code: 1,
    out: expect.stringContaining('belongs to another company, 10412') as string,
  })
  expect(await add('x@y.example', '99')).toMatchObject({ code: 1 })
  // An older record does not undo the change.
  await take([user])
  expect(await rows('select account_id, email, role from portal_user order by 1')).toEqual([
    { account_id: '10412', email: 'maya@aldgate.example', role: 'SuperAdmin' },
    { account_id: '10458', email: 'new@fairhaven.example', role: 'SuperAdmin' },
  ])
})

test('wrong arguments show the usage; help, doctor and migrate print their results', async () => {
  const { env, owner } = await runningPortal()
  for (const args of [['import'], ['import', '--dry', 'x'], ['super-admin'], ['migrate', 'now']])
    expect(await portal(args, env)).toMatchObject({
      code: 2,
      err: expect.stringContaining(`Usage: npm run portal -- ${args[0]}`) as string,
    })
  expect(await portalProgram(['nonsense'], env)).toMatchObject({ code: 2 })
  expect(await portal([], env)).toMatchObject({ code: 0, err: '' })
  // The template database was copied when the test run began, so its times are old.
  await owner.query('update provider_event_list set read_at = now(), hour_read_at = now()')
  await reportWorker(owner)
  const doctor = await portal(['doctor'], env)
  expect(doctor.code, doctor.out).toBe(0)
  expect(await portal(['migrate'], env)).toMatchObject({ code: 0, out: 'No pending migrations.\n' })
  await owner.query(`insert into applied_migration (name, digest) values ('0099_future.sql', 'x')`)
  expect(await portal(['migrate'], env)).toMatchObject({
    code: 1,
    err: expect.stringMatching(
      /^This database cannot be migrated: .*\(0099_future\.sql\)/,
    ) as string,
  })
  expect(await portal(['doctor'], env)).toMatchObject({
    code: 1,
    out: expect.stringContaining(
      'FAIL  migrations: the database is from another version',
    ) as string,
  })
  expect(await portal(['import', 'missing.ndjson'], env)).toMatchObject({
    code: 1,
    err: 'There is no file or folder missing.ndjson.\n',
  })
  expect(await portal(['doctor'], { PORTAL_DATA_DIR: '/nowhere' })).toMatchObject({
    code: 1,
    out: expect.stringContaining('Run npm start, or set SYSTEM_DATABASE_URL') as string,
  })
})
