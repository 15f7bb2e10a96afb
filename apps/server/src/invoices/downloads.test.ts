import { beforeAll, describe, expect, test } from 'vitest'
import type { InvoiceDetail } from '@portal/domain/invoices/invoices.schema'
import type { Aging } from '@portal/domain/payments/aging.schema'
import { outcomeOf } from '../../test/payments/payer.ts'
import { pdfPages } from '../../test/documents/pdf-text.ts'
import type { Browser } from '../../test/portal/portal.ts'
import { testPortal } from '../../test/portal/test-portal.ts'
import { unzip } from '../../test/documents/unzip.ts'
import { invoiceRecord, takeBooks } from '../../test/import/import-fixture.ts'

const portal = testPortal()
let ana: Browser
const ids = new Map<string, string>()

beforeAll(async () => {
  const { given } = portal
  for (const accountId of ['A1', 'B1', 'L1', 'C1']) {
    await given.company(accountId)
    await given.user(`ana@${accountId}.example`, accountId, ['AccessInvoices'], ['Licenses'])
  }
  for (const [number, is] of Object.entries({
    'INV-1': {},
    'INV/2 "x"': { name: '=1+1' },
    'SF-1': { source: 'Salesforce' },
    'NS-1': { source: 'Netsuite' },
    'LF-1': { lateFee: true },
    'HID-1': { category: 'Hidden' },
    'X/1': {},
    'X:1': { source: 'Salesforce' },
  })) {
    const id = await given.invoice('A1', number, is)
    ids.set(number, id)
    await given.line('A1', id, 0, '=cmd|calc')
  }
  ids.set('OTHER-1', await given.invoice('B1', 'OTHER-1'))
  ana = await portal.signIn('ana@a1.example')
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

  test('details are a spreadsheet, or CSV for Salesforce, and their name and type match', async () => {
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

test('a number of any characters becomes a name that any system can save', async () => {
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
      'startdate=11/2/26&statementdate=11/1/26',
      'Failed to fetch statement. Please check your input.',
    ],
  ])('of "%s" is refused', async (query, message) => {
    expect(await outcomeOf(statement(query))).toBe(`400 ${message}`)
    expect(await outcomeOf(ana.get(`/api/invoice/statements/content?${query}`))).toBe(
      `400 ${message}`,
    )
  })
})

test('every download is in the history', async () => {
  const { rows } = await portal.system.query<{ entry_type: string; count: number }>(
    `select entry_type, count(*) from history_entry where actor_name = 'ana Test' group by 1 order by 1`,
  )
  expect(rows).toEqual([
    { entry_type: 'Download', count: 7 },
    { entry_type: 'Statement', count: 1 },
  ])
})

describe('the files of several invoices', () => {
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

  test('an invoice of another company counts as unknown, and nothing is recorded', async () => {
    const before = await downloads()
    for (const other of ['OTHER-1', 'HID-1'])
      expect((await ana.post(path, payload('INV-1', other))).statusCode).toBe(404)
    expect(await outcomeOf(ana.post(path, payload('NS-1')))).toBe('409 Not Available')
    expect(await downloads()).toEqual(before)
  })

  test('the ZIP has every file that the invoices have, in one folder, each name once, and is in the history', async () => {
    const wanted = payload('INV-1', 'X/1', 'X:1', 'NS-1', 'LF-1')
    const { statusCode, headers, rawPayload } = await ana.post(path, wanted)
    expect(statusCode).toBe(200)
    expect(headers).toMatchObject({ 'content-type': 'application/zip', 'x-count': '7' })
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
      [...files].map(
        ([name, content]) => name.slice(-4) + content.subarray(0, 2).toString('latin1'),
      ),
    )
    expect([...starts].toSorted()).toEqual(['.csv\xEF\xBB', '.pdf%P', 'xlsxPK'])
    const entry = (await downloads()).at(-1)
    expect(entry).toMatch(/^Downloaded the files of 4 invoices as ZIP: /)
    expect(entry).toContain('INV-1')
  })
})

describe('the fields of a line from the books', () => {
  let lea: Browser
  const subject = {
    productId: '10085',
    licenseId: 'L-1',
    userName: '</script>"\\',
    networkId: 'N-1',
    servicePeriodStart: '2026-11-01',
    servicePeriodEnd: '2026-11-30',
    chargeType: 'recurring',
    licenseOrderId: 'LO-1',
    equipmentRequestId: 'ER-1',
    equipmentLineId: '1',
    poNumber: '4711',
  }

  const period = { servicePeriodStart: '2026-11-01', servicePeriodEnd: '2026-11-30' }

  beforeAll(async () => {
    const invoice = {
      record: 'invoice',
      accountId: 'L1',
      invoiceNumber: 'LINE-1',
      date: '2026-11-01',
      amount: '30.50',
      balanceDue: '30.50',
      currencyIsoCode: 'USD',
      invoiceCategory: 'Licenses',
    }
    const lineItems = [
      { ...subject, productName: 'Gateway', quantity: 2, salesPrice: '10.00', total: '20.00' },
      { productName: 'Adjustment', total: '10.50' },
      { productName: 'Free', quantity: 0, salesPrice: 0, total: 0, poNumber: '4711' },
    ]
    const records = [
      { ...invoice, lineItems },
      {
        ...invoice,
        invoiceNumber: 'LINE-2',
        source: 'Salesforce',
        lineItems: [
          { productName: 'Pro', total: '30.50', userName: 'tjones', poNumber: '4711', ...period },
          { productName: 'Free', total: 0 },
        ],
      },
    ]
    await takeBooks(portal.system, records)
    lea = await portal.signIn('ana@l1.example')
  })

  test('a line has its fields from the books; missing ones are absent, and a missing price is not zero', async () => {
    const { lineItems } = (await lea.get('/api/invoice/details/LINE-1')).json<InvoiceDetail>()
    const line = { description: '', moreInfo: '', currency: 'USD', city: '', state: '' }
    expect(lineItems).toEqual([
      { ...line, ...subject, productName: 'Gateway', quantity: 2, salesPrice: 10, total: 20 },
      { ...line, productName: 'Adjustment', quantity: null, salesPrice: null, total: 10.5 },
      { ...line, productName: 'Free', quantity: 0, salesPrice: 0, total: 0, poNumber: '4711' },
    ])
  })

  test('the files of an invoice have the fields of its lines, without empty columns', async () => {
    const csv = (await lea.get('/invoice/xls/LINE-2.xls')).body.replaceAll('"', '').split('\r\n')
    expect(csv[0]).toMatch(/,Currency,User,Period Start,Period End,PO Number,Invoice$/)
    expect(csv[1]).toMatch(/,USD,tjones,2026-11-01,2026-11-30,4711,LINE-2$/)
    expect(csv[2]).toMatch(/,USD,,,,,LINE-2$/)
    const [page] = pdfPages((await lea.get('/invoice/pdf/LINE-2.pdf')).rawPayload)
    expect(page).toMatch(/11\/01\/2026 – 11\/30\/2026 · User tjones · PO\s[^]*4711/)
  })
})

test.each([
  ['JPY', '9999999999'],
  ['KWD', '9999999999.999'],
  ['CLF', '-9999999999.9999'],
])('%s %s is the same in the list, the detail and the balance', async (currency, amount) => {
  const invoiceNumber = `C1-${currency}`
  const is = { accountId: 'C1', invoiceNumber, invoiceCategory: 'Licenses', lineItems: [] }
  const sums = { currencyIsoCode: currency, amount, balanceDue: amount }
  await takeBooks(portal.system, [invoiceRecord({ ...is, ...sums })])
  const who = await portal.signIn('ana@c1.example')
  // Amounts are compared as text, because JavaScript cannot distinguish some numbers.
  for (const path of ['', `/details/${invoiceNumber}`])
    expect((await who.get(`/api/invoice${path}`)).body).toContain(`"amount":${amount},`)
  const { subsidiaries } = (await who.get('/api/invoice/aging')).json<Aging>()
  expect(subsidiaries[0]?.currencies[currency]?.total).toBe(Number(amount))
})
