import { beforeAll, describe, expect, test } from 'vitest'
import type { Browser } from '../../test/portal.ts'
import { testPortal } from '../../test/test-portal.ts'

const portal = testPortal()
let ana: Browser

beforeAll(async () => {
  const { given } = portal
  await given.company('A1', 'Aldgate')
  await given.company('B1')
  await given.user('ana@a.example', 'A1', ['AccessInvoices'], ['Licenses'])
  for (const [number, is] of Object.entries({
    'INV-1': {},
    'INV/2 "x"': { name: '=1+1' },
    'SF-1': { source: 'Salesforce' },
    'NS-1': { source: 'Netsuite' },
    'LF-1': { lateFee: true },
    'HID-1': { category: 'Hidden' },
  }))
    await given.line('A1', await given.invoice('A1', number, is), 0, '=cmd|calc')
  await given.invoice('B1', 'OTHER-1')
  ana = await portal.signIn('ana@a.example')
})

const file = (path: string, number: string, ending: string) =>
  ana.get(`${path}/${encodeURIComponent(number)}.${ending}`)

describe.each(['/invoice', '/api/invoice'])('files at %s', (base) => {
  test('the summary is a PDF of that name', async () => {
    const { statusCode, headers, rawPayload } = await file(`${base}/pdf`, 'INV-1', 'pdf')
    expect(statusCode).toBe(200)
    expect(headers['content-type']).toBe('application/pdf')
    expect(headers['content-disposition']).toBe('attachment; filename="INV-1.pdf"')
    expect(headers['cache-control']).toBe('no-store')
    expect(rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
  })

  test('details are a spreadsheet, or CSV for Salesforce, and are called what they are', async () => {
    const xlsx = await file(`${base}/xls`, 'INV-1', 'xls')
    expect(xlsx.headers['content-disposition']).toBe('attachment; filename="INV-1.xlsx"')
    expect(xlsx.headers['content-type']).toMatch(/spreadsheetml/)
    expect(xlsx.rawPayload.subarray(0, 2).toString()).toBe('PK')
    const csv = await file(`${base}/xls`, 'SF-1', 'xls')
    expect(csv.headers['content-disposition']).toBe('attachment; filename="SF-1.csv"')
    expect(csv.headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(csv.body).toContain(`"'=cmd|calc"`)
  })
})

test('a number of any characters makes a name any system can save', async () => {
  const { statusCode, headers } = await file('/invoice/pdf', 'INV/2 "x"', 'pdf')
  expect(statusCode).toBe(200)
  expect(headers['content-disposition']).toMatch(/^attachment; filename="INV_2 _x_\.pdf"/)
})

test('an invoice without a file counts as unknown', async () => {
  const asked = [
    ['pdf', 'NS-1'],
    ['xls', 'NS-1'],
    ['xls', 'LF-1'],
    ['pdf', 'HID-1'],
    ['xls', 'HID-1'],
    ['pdf', 'OTHER-1'],
    ['pdf', 'NOPE'],
  ] as const
  const answers = await Promise.all(
    asked.map(([kind, number]) => file(`/invoice/${kind}`, number, kind)),
  )
  expect(answers.map((answer) => answer.statusCode)).toEqual(asked.map(() => 404))
  expect(new Set(answers.map((answer) => answer.body)).size).toBe(1)
  expect((await ana.get('/invoice/pdf/INV-1.exe')).statusCode).toBe(404)
})

describe('the statement', () => {
  const statement = (query: string) => ana.get(`/api/invoice/statements?${query}`)

  test('is a PDF of the range', async () => {
    const answer = await statement('startdate=11/1/26&statementdate=11/30/26')
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['content-disposition']).toContain(
      'statement-A1-2026-11-01-2026-11-30.pdf',
    )
    expect(answer.rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
  })

  test.each([
    ['startdate=11/1/26', 'Please provide all required fields.'],
    [
      'startdate=1/1/20&statementdate=11/1/26',
      'Failed to fetch statement. Please check your input.',
    ],
  ])('of "%s" is refused', async (query, message) => {
    const answer = await statement(query)
    expect([answer.statusCode, answer.json().message]).toEqual([400, message])
  })
})

test('every file handed out is in the history', async () => {
  const { rows } = await portal.system.query<{ entry_type: string; count: number }>(
    `select entry_type, count(*) from history_entry where actor_name = 'ana Test' group by 1 order by 1`,
  )
  expect(rows).toEqual([
    { entry_type: 'Download', count: 7 },
    { entry_type: 'Statement', count: 1 },
  ])
})
