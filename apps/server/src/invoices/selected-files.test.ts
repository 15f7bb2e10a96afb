import { beforeAll, expect, test } from 'vitest'
import type { Browser } from '../../test/portal.ts'
import { testPortal } from '../../test/test-portal.ts'
import { unzip } from '../../test/unzip.ts'

const portal = testPortal()
let ana: Browser
const ids = new Map<string, string>()

beforeAll(async () => {
  const { given } = portal
  await given.company('A1', 'Aldgate')
  await given.company('B1')
  await given.user('ana@a.example', 'A1', ['AccessInvoices'], ['Licenses'])
  for (const [number, is] of Object.entries({
    'INV-1': {},
    'X/1': {},
    'X:1': { source: 'Salesforce' },
    'NS-1': { source: 'Netsuite' },
    'LF-1': { lateFee: true },
    'HID-1': { category: 'Hidden' },
  }))
    await given.line('A1', await given.invoice('A1', number, is), 0, 'Terminal')
  await given.invoice('B1', 'OTHER-1')
  const { rows } = await portal.system.query<{ id: string; number: string }>(
    'select id::text, invoice_number as number from invoice',
  )
  for (const { id, number } of rows) ids.set(number, id)
  ana = await portal.signIn('ana@a.example')
})

const path = '/api/invoice/selected-invoices/files'
const payload = (...numbers: string[]) => ({
  payload: { invoiceIds: numbers.map((number) => ids.get(number)) },
})
const downloads = async () => {
  const { rows } = await portal.system.query<{ description: string }>(
    `select description from history_entry where entry_type = 'Download' order by id`,
  )
  return rows.map(({ description }) => description)
}

test('an invoice of others counts as unknown, and nothing is recorded', async () => {
  for (const other of ['OTHER-1', 'HID-1'])
    expect((await ana.post(path, payload('INV-1', other))).statusCode).toBe(404)
  const none = await ana.post(path, payload('NS-1'))
  expect([none.statusCode, none.json().message]).toEqual([409, 'Not Available'])
  expect(await downloads()).toEqual([])
})

test('the ZIP has every file that the invoices have, in one folder, each name once, and is in the history', async () => {
  const { statusCode, headers, rawPayload } = await ana.post(
    path,
    payload('INV-1', 'X/1', 'X:1', 'NS-1', 'LF-1'),
  )
  expect([statusCode, headers['content-type'], headers['x-count']]).toEqual([
    200,
    'application/zip',
    '7',
  ])
  expect(headers['content-disposition']).toMatch(/filename="invoices-A1-\d{4}-\d\d-\d\d\.zip"/)
  const files = unzip(rawPayload)
  const names = [...files.keys()].map((name) => name.replace(/^invoices-A1-[\d-]+\//, ''))
  expect(names.toSorted()).toEqual([
    'INV-1.pdf',
    'INV-1.xlsx',
    'LF-1.pdf',
    'X_1 (2).pdf',
    'X_1.csv',
    'X_1.pdf',
    'X_1.xlsx',
  ])
  const starts = new Set(
    [...files].map(([name, content]) => name.slice(-4) + content.subarray(0, 2).toString('latin1')),
  )
  expect([...starts].toSorted()).toEqual(['.csv\xEF\xBB', '.pdf%P', 'xlsxPK'])
  const [entry] = await downloads()
  expect(entry).toMatch(/^Downloaded the files of 4 invoices as ZIP: /)
  expect(entry).toContain('INV-1')
})
