import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { portal as run } from '../../test/integration/command-line.ts'
import { givenPayer } from '../../test/payments/payments.ts'
import { testPortal } from '../../test/portal/test-portal.ts'
import { unzip } from '../../test/documents/unzip.ts'
import { hiddenColumns, leftOut } from './export.queries.ts'

const portal = testPortal()
let folder: string

const exported = async (...args: string[]) => {
  const file = join(folder, `${args[1]!.length}.zip`)
  const answer = await run(['export', ...args, file], portal.env)
  expect(answer.err).toBe('')
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  return unzip(await readFile(file))
}
type Row = Record<string, unknown>
const rowsOf = (files: Map<string, Buffer>, table: string) =>
  (files.get(`data/${table}.ndjson`)?.toString() ?? '')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Row)

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portal-export-'))
  const payer = await givenPayer(portal, 'A1')
  await givenPayer(portal, 'B1')
  const invoice = await portal.given.invoice('A1', 'INV/1')
  await portal.given.invoice('B1', 'OTHER-1')
  await payer.post(`/api/invoice/${invoice}/payment`)
})
afterAll(() => rm(folder, { recursive: true }))

test('everything of a company is in its export, and nothing of another or secret', async () => {
  const { rows: tables } = await portal.owner.query<{ name: string; rows: number }>(`
    select c.relname as name,
           (xpath('/row/n/text()', query_to_xml(
             format('select count(*) as n from %I where account_id = ''A1''', c.relname), false, true, '')))[1]::text::int as rows
      from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'account_id'
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition`)
  const files = await exported('--company', 'A1')
  const wanted = tables.filter(({ name }) => !leftOut.includes(name))
  expect(wanted.map(({ name }) => [name, rowsOf(files, name).length])).toEqual(
    wanted.map(({ name, rows }) => [name, rows]),
  )
  expect(rowsOf(files, 'payment_attempt')).toMatchObject([
    { invoice_number: 'INV/1', state: 'succeeded' },
  ])
  const all = [...files]
    .filter(([path]) => path.startsWith('data/'))
    .map(([, content]) => content.toString())
    .join('')
  expect(all).not.toMatch(/"B1"|OTHER-1/)
  for (const column of hiddenColumns) expect(all).not.toContain(`"${column}"`)
  const documents = [...files].filter(([path]) => path.startsWith('documents/'))
  expect(documents.map(([path]) => path.replace(/[0-9a-f-]{36}/, 'ID'))).toEqual([
    'documents/invoices/INV%2F1.pdf',
    'documents/receipts/ID.pdf',
  ])
  for (const [, content] of documents) expect(content.toString('latin1', 0, 5)).toBe('%PDF-')
  expect(files.get('README.txt')!.toString()).toContain('data/payment_attempt.ndjson: 1 row.')
})

test('the export of a person has every row that names the person, and the export is in the history', async () => {
  const files = await exported('--person', 'PAYER@A1.example')
  expect(rowsOf(files, 'portal_user')).toMatchObject([{ email: 'payer@a1.example' }])
  expect(rowsOf(files, 'payment_attempt')).toMatchObject([{ invoice_number: 'INV/1' }])
  expect(rowsOf(files, 'session')).toMatchObject([{ account_id: 'A1' }])
  expect(rowsOf(files, 'mail').map((mail) => mail['recipient'])).toContain('payer@a1.example')
  expect(files.has('data/invoice.ndjson')).toBe(false)
  const { rows } = await portal.system.query<{ description: string }>(
    `select description from history_entry where account_id = 'A1' and entry_type = 'Data Exported' order by id`,
  )
  expect(rows.map(({ description }) => description.replace(/.* about /, ''))).toEqual([
    'the company',
    'payer@a1.example',
  ])
})

test('the number of a merged company exports the company that it became', async () => {
  await portal.system.query(
    `insert into former_company (account_id, former_account_id, name) values ('A1', 'OLD', 'Old')`,
  )
  const file = join(folder, 'merged.zip')
  const { out } = await run(['export', '--company', 'OLD', file], portal.env)
  expect(out).toMatch(/^OLD is merged into A1\. .*rows/)
  const files = unzip(await readFile(file))
  expect(rowsOf(files, 'invoice')).toMatchObject([{ account_id: 'A1' }])
})

test('a missing company or person is reported, and an existing file stays', async () => {
  const file = join(folder, '--company.zip')
  const errorOf = async (...args: string[]) => (await run(['export', ...args], portal.env)).err
  expect(await errorOf('--company', 'NO', file)).toMatch(/There is no company NO/)
  expect(await errorOf('--person', 'no@a1.example', file)).toMatch(/No person has the address/)
  expect(await errorOf('--person', 'a@b.example', '--company', 'A1', file)).toMatch(
    /--company ACCOUNT or/,
  )
  await writeFile(file, 'mine')
  expect(await errorOf('--company', 'A1', file)).toMatch(/EEXIST/)
  expect(await readFile(file, 'utf8')).toBe('mine')
})
