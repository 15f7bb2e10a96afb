import type { InvoiceChanges, InvoiceDifferences } from '@portal/domain/changes/changes.schema'
import { beforeAll, expect, test } from 'vitest'
import { outcomeOf } from '../../test/payments/payer.ts'
import { pdfPages } from '../../test/documents/pdf-text.ts'
import type { Browser } from '../../test/portal/portal.ts'
import { testPortal } from '../../test/portal/test-portal.ts'
import { takeBooks } from '../../test/import/import-fixture.ts'
import { readSnapshot } from '../platform/database/database.ts'
import { billReading, billsBefore, findBill } from './bills.queries.ts'
import { indexReading, previousAmong } from './explain-invoice.ts'

const portal = testPortal()
let ana: Browser
let bea: Browser
let lena: Browser

const url = (number: string, against?: string) =>
  `/api/invoice/details/${number}/changes${against ? `?against=${against}` : ''}`

interface Line {
  productName: string
  moreInfo?: string
  quantity?: number
  salesPrice?: string
  total: string
}

function invoice(
  invoiceNumber: string,
  serviceMonth: string,
  lineItems: Line[],
  rest: object = {},
) {
  const cents = lineItems.reduce((sum, { total }) => sum + Math.round(Number(total) * 100), 0)
  return {
    record: 'invoice',
    accountId: 'A1',
    invoiceNumber,
    date: `${serviceMonth}-05`,
    serviceMonth,
    customerNumber: 'C-1',
    invoiceType: 'License',
    invoiceCategory: 'Licenses',
    currencyIsoCode: 'USD',
    amount: (cents / 100).toFixed(2),
    balanceDue: '0.00',
    lineItems,
    ...rest,
  }
}

const pro = (moreInfo: string, price: string): Line => ({
  productName: 'TT Pro',
  moreInfo,
  quantity: 1,
  salesPrice: price,
  total: price,
})
const fee = (productName: string, total: string, moreInfo = ''): Line => ({
  productName,
  moreInfo,
  quantity: 1,
  salesPrice: total,
  total,
})

beforeAll(async () => {
  await portal.given.company('A1', 'Aldgate')
  await portal.given.company('B1', 'Brightwater')
  const all = ['Licenses', 'Market Data']
  const data = { invoiceCategory: 'Market Data', invoiceType: 'Market Data' }
  const product = { record: 'product', itemGroupName: 'TT' }
  const ofNinth = { customerNumber: 'C-9' }
  const records = [
    { ...product, productId: '10', description: 'TT Pro', perUser: true },
    { ...product, productId: '60', description: 'Power', billingMonths: 3 },
    invoice('P-09', '2026-09', [pro('Ann', '100.00'), fee('Cabinet', '50.00', 'LD4')]),
    invoice('P-10', '2026-10', [pro('Ann', '100.00'), pro('Tom', '100.00')]),
    // Two earlier months without a comparable bill: one bill has another currency, one is a late fee.
    invoice('E-10', '2026-10', [pro('Ann', '100.00')], {
      currencyIsoCode: 'EUR',
      customerNumber: 'C-7',
    }),
    invoice('F-10', '2026-10', [pro('Ann', '100.00')], { isLateFee: true }),
    invoice('P-11', '2026-11', [
      pro('Ann', '103.50'),
      pro('Wei', '103.50'),
      pro('Olu', '103.50'),
      fee('Power', '30.00', 'LD4'),
    ]),
    invoice('E-11', '2026-11', [pro('Ann', '90.00')], {
      currencyIsoCode: 'GBP',
      customerNumber: 'C-7',
    }),
    // Credited in full and billed again.
    invoice('R-1', '2026-11', [fee('Gateway', '80.00', 'NY4')], ofNinth),
    invoice('R-2', '2026-11', [fee('Gateway', '-80.00', 'NY4')], {
      ...ofNinth,
      date: '2026-11-08',
    }),
    invoice('R-3', '2026-11', [fee('Gateway', '75.00', 'NY4')], { ...ofNinth, date: '2026-11-09' }),
    // A bill of another category that Lena may see, and one that she may not see.
    invoice('D-10', '2026-10', [fee('CME Level 2', '40.00', 'Ann')], data),
    invoice(
      'D-11',
      '2026-11',
      [fee('CME Level 2', '40.00', 'Ann'), fee('ICE', '12.00', 'Ann')],
      data,
    ),
    invoice('M-11', '2026-11', [pro('Ann', '100.00')], data),
    // A line that moved to another bill.
    invoice('S-09', '2026-09', [fee('Circuit', '10.00', 'LD4'), fee('Port', '20.00', 'LD4')], {
      customerNumber: 'C-5',
    }),
    invoice('S-10', '2026-10', [fee('Circuit', '10.00', 'LD4')], { customerNumber: 'C-5' }),
    invoice(
      'T-10',
      '2026-10',
      [fee('Port', '20.00', 'LD4'), fee('Rack', '70.00', 'LD4'), fee('Fan', '7.00', 'LD4')],
      { customerNumber: 'C-6' },
    ),
    { ...invoice('X-10', '2026-10', [pro('Ann', '999.00')]), accountId: 'B1' },
    { ...invoice('X-11', '2026-11', [pro('Ann', '888.00')]), accountId: 'B1' },
  ]
  await takeBooks(portal.system, records)
  ana = await portal.person('ana@a.example', 'A1', ['AccessInvoices'], all)
  bea = await portal.person('bea@b.example', 'B1', ['AccessInvoices'], all)
  lena = await portal.person('lena@a.example', 'A1', ['AccessInvoices'], ['Market Data'])
})

const changes = async (browser: Browser, number: string, against?: string) =>
  (await browser.get(url(number, against))).json<InvoiceChanges>()

const differences = (browser: Browser, invoiceIds: string[]) =>
  browser.post('/api/invoice/selected-invoices/differences', { payload: { invoiceIds } })

test('the differences of several invoices equal those that each invoice explains', async () => {
  const { rows } = await portal.system.query<{ id: string; number: string }>(
    'select i.id::text, i.invoice_number as number from invoice i order by i.id',
  )
  const ids = rows.map(({ id }) => id)
  const tooMany = Array.from({ length: 61 }, (_, n) => `${n + 1}`)
  for (const none of [[], tooMany]) expect((await differences(ana, none)).statusCode).toBe(400)
  for (const [reader, most] of [
    [ana, 15],
    [lena, 3],
    [bea, 2],
  ] as const) {
    const answer = await differences(reader, ids)
    const found = answer.json<InvoiceDifferences>().differences
    const explained = []
    for (const { id, number } of rows) {
      const one = await reader.get(url(number))
      if (one.statusCode === 404) continue
      const { invoice: of, before, difference } = one.json<InvoiceChanges>()
      explained.push({ id, amount: of.amount, before, difference })
    }
    const byId = (a: { id: string }, b: { id: string }) => Number(a.id) - Number(b.id)
    expect(found.sort(byId)).toEqual(explained)
    expect(explained.length).toBe(most)
    expect(explained.some((one) => one.difference !== null)).toBe(true)
  }
})

test('a list stops at the limit of searched bills, and then shows no difference', async () => {
  const reader = { accountId: 'A1', categoryIds: null }
  const among = (most: number) =>
    readSnapshot(portal.system, 'A1', async (tx) => {
      const head = await findBill(tx, reader, 'P-11')
      const readBills = billReading(tx, reader)
      const [bill] = await readBills([head!])
      const heads = await billsBefore(tx, reader, head!)
      return previousAmong(indexReading(readBills), bill!, heads, most)
    })
  expect((await among(4))?.map(({ invoiceNumber }) => invoiceNumber)).toEqual(['P-10'])
  expect(await among(3)).toBeUndefined()
})

test('only invoices that the reader may see are compared, and the answer is marked', async () => {
  // The invoice continues an invoice of a category that Lena may not see.
  expect(await changes(lena, 'M-11')).toMatchObject({
    before: [],
    isOfVisible: true,
    sentence: 'No earlier invoice is like this one.',
    choices: [{ invoiceNumber: 'D-11' }, { invoiceNumber: 'D-10' }],
  })
  expect((await changes(ana, 'M-11')).before[0]?.invoiceNumber).toBe('P-10')
  expect((await lena.get(url('D-11', 'P-10'))).statusCode).toBe(404)
  expect((await ana.get(url('P-11', 'X-10'))).statusCode).toBe(404)
})

test('an invoice of another currency cannot be chosen', async () => {
  const answer = await outcomeOf(ana.get(url('P-11', 'E-10')))
  expect(answer).toBe('409 Invoices of different currencies cannot be compared.')
})

test('an invoice is explained to the cent by the one it continues', async () => {
  const answer = await changes(ana, 'P-11')
  expect(answer).toMatchObject({
    currencyIsoCode: 'USD',
    isChosen: false,
    isOfVisible: false,
    invoice: { invoiceNumber: 'P-11', serviceMonth: '2026-11', amount: 340.5 },
    before: [{ invoiceNumber: 'P-10', serviceMonth: '2026-10', amount: 200 }],
    difference: 140.5,
  })
  expect(answer.sentence).toBe(
    '$140.50 (70.3%) more than Oct 2026: 2 users added (Wei and Olu), +$207.00; 1 user removed (Tom), −$100.00; 2 smaller changes, net +$33.50.',
  )
  const causes = answer.causes.map(({ kind, words, amount }) => [kind, words, amount])
  expect(causes).toEqual([
    ['usersAdded', '2 users added (Wei and Olu)', 207],
    ['usersRemoved', '1 user removed (Tom)', -100],
    ['periodic', 'Power, billed every 3 months', 30],
    ['price', 'price of TT Pro +3.5%', 3.5],
  ])
  expect(answer.causes[3]?.lines).toEqual([
    {
      productName: 'TT Pro',
      description: '',
      moreInfo: 'Ann',
      userName: '',
      before: { invoiceNumber: 'P-10', quantity: 1, salesPrice: 100, total: 100 },
      after: { invoiceNumber: 'P-11', quantity: 1, salesPrice: 103.5, total: 103.5 },
      amount: 3.5,
    },
  ])
  expect(answer.choices.map(({ invoiceNumber }) => invoiceNumber)).toContain('P-09')
})

test('another invoice can be chosen', async () => {
  const answer = await changes(ana, 'P-11', 'P-09')
  expect(answer).toMatchObject({ isChosen: true, before: [{ invoiceNumber: 'P-09' }] })
  expect(answer.sentence).toContain('more than Sep 2026')
})

test('an invoice that replaces a credited one is compared with it', async () => {
  expect(await changes(ana, 'R-3')).toMatchObject({
    before: [{ invoiceNumber: 'R-1' }],
    sentence: '$5.00 (6.3%) less than Nov 2026: price of Gateway −6.3%.',
  })
})

test.each([
  ['no other is like it', 'P-09', 'No earlier invoice is like this one.'],
  ['a late fee', 'F-10', 'A late fee continues no earlier invoice.'],
  ['a credit', 'R-2', 'A credit continues no earlier invoice.'],
  [
    'the first in its currency',
    'E-11',
    'The first invoice like this in GBP: earlier ones were in EUR.',
  ],
  [
    'a line that is now on another invoice',
    'S-10',
    '$20.00 (66.7%) less than Sep 2026: 1 line now on T-10.',
  ],
])('the sentence names the reason: %s', async (_what, number, sentence) => {
  expect((await changes(ana, number)).sentence).toBe(sentence)
})

test('the PDF of an invoice explains the difference, as far as its reader may see', async () => {
  const textOf = async (browser: Browser, number: string) => {
    const { rawPayload } = await browser.get(`/api/invoice/pdf/${number}.pdf`)
    return pdfPages(rawPayload).join(' ').replaceAll(/\s+/g, ' ')
  }
  const text = await textOf(ana, 'P-11')
  expect(text).toContain(
    'Why did my bill change? $140.50 (70.3%) more than Oct 2026: 2 users added',
  )
  expect(text).toMatch(/Power, billed every 3 months \+\$30\.00/)
  expect(await textOf(lena, 'M-11')).not.toContain('Why did my bill change?')
  expect(await textOf(ana, 'M-11')).toContain('Why did my bill change?')
  expect(await textOf(ana, 'P-09')).not.toContain('Why did my bill change?')
})

test('an invoice and its explanation have one revision, which changes with other lines of the same total', async () => {
  const revisions = async () => {
    const calls = [ana.get('/api/invoice/details/V-11'), ana.get(url('V-11'))]
    return (await Promise.all(calls)).map((one) => one.json<{ revision: string }>().revision)
  }
  const take = (line: Line) => takeBooks(portal.system, [invoice('V-11', '2026-11', [line])])
  await take(pro('Ann', '100.00'))
  const [first, ofFirst] = await revisions()
  expect(ofFirst).toBe(first)
  await take(pro('Tom', '100.00'))
  const [second, ofSecond] = await revisions()
  expect(ofSecond).toBe(second)
  expect(second).not.toBe(first)
})
