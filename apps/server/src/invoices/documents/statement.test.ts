import { PassThrough } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { pdfPages } from '../../../test/documents/pdf-text.ts'
import { readSpreadsheet } from '../../../test/documents/read-spreadsheet.ts'
import {
  pageCount,
  statementAccount,
  statementDocument,
  statementInvoice,
} from '../../../test/documents/sample-documents.ts'
import { statementPdf } from './statement.ts'
import type { StatementDocument, StatementInvoice } from './statement-document.ts'
import { statementXlsx } from './statement-xlsx.ts'

const pagesOf = async (changes: Partial<StatementDocument>) =>
  pdfPages(await statementPdf(statementDocument(changes)))

async function sheetOf(changes: Partial<StatementDocument>) {
  const out = new PassThrough()
  const [bytes] = await Promise.all([buffer(out), statementXlsx(statementDocument(changes), out)])
  return readSpreadsheet(bytes)
}

test('a statement shows the status of each invoice as text', async () => {
  const invoices = [
    statementInvoice({ invoiceNumber: 'N-1' }),
    statementInvoice({ invoiceNumber: 'N-2', dueDate: '2026-11-20' }),
    statementInvoice({ invoiceNumber: 'N-3', dueDate: '2026-10-20' }),
    statementInvoice({ invoiceNumber: 'N-4', dueCents: 0 }),
    statementInvoice({ invoiceNumber: 'N-5', amountCents: -500, dueCents: 0 }),
    statementInvoice({ invoiceNumber: 'N-6', dueCents: 0, isPending: true, isBeingPosted: true }),
    statementInvoice({ invoiceNumber: 'N-7', isLateFee: true, dueDate: null }),
    // The list shows the invoice as open: its balance is visible, but not due.
    statementInvoice({ invoiceNumber: 'N-8', dueCents: 0, isPending: true, isOnHold: true }),
  ]
  const [page = ''] = await pagesOf({ invoices })
  expect(page).toMatch(/N-1 .*12\/02\/2026 +\$100\.00 +\$100\.00 +Open/)
  expect(page).toMatch(/N-2 .*Overdue 1 day\n/)
  expect(page).toMatch(/N-3 .*Overdue 32 days\n/)
  expect(page).toMatch(/N-4 .*\$0\.00 +Closed/)
  expect(page).toMatch(/N-5 .*\u2212\$5\.00 +\$0\.00 +Credit/)
  expect(page).toMatch(/N-6 .*Paid, being posted/)
  expect(page).toMatch(/N-7 +Late Fee .*Open/)
  const { rows } = await sheetOf({ invoices })
  const statuses = rows.filter((row) => String(row[1]?.value).startsWith('N-'))
  expect(statuses.map((row) => row[7]?.value)).toEqual([
    'Open',
    'Overdue 1 day',
    'Overdue 32 days',
    'Closed',
    'Credit',
    'Paid, being posted (pending)',
    'Open',
    'Open (being reconciled with your provider)',
  ])
})

test('each currency has its own account and totals, and no sum mixes two', async () => {
  const changes = {
    accounts: [
      statementAccount({ opening: 40, invoices: 30, closing: 70, today: 70 }),
      { ...statementAccount({ invoices: 5000, closing: 5000, today: 5000 }), currency: 'EUR' },
    ],
    invoices: [
      statementInvoice({ amountCents: 10, dueCents: 10 }),
      statementInvoice({ amountCents: 20, dueCents: 20 }),
      statementInvoice({ amountCents: 5000, dueCents: 5000, currency: 'EUR' }),
      statementInvoice({ amountCents: 45, dueCents: 40, isInRange: false }),
    ],
  }
  const text = (await pagesOf(changes)).join('')
  expect(text).toMatch(/Account · USD +Amount/)
  expect(text).toMatch(/Opening balance on 11\/01\/2026 +\$0\.40/)
  expect(text).toMatch(/Closing balance on 11\/21\/2026 +€50\.00/)
  expect(text).toMatch(/Total +2 invoices +USD +\$0\.30 +\$0\.30/)
  expect(text).toMatch(/Total +1 invoice +EUR +€50\.00 +€50\.00/)
  expect(text).toMatch(/Total +1 invoice +USD +\$0\.45 +\$0\.40/)
  expect(text).not.toContain('50.30')
  const { rows } = await sheetOf(changes)
  const totals = rows.filter((row) => row[0]?.value === 'Total')
  expect(totals.map((row) => row.slice(4, 7).map((cell) => cell.value))).toEqual([
    [50, 50, 'EUR'],
    [0.3, 0.3, 'USD'],
    [0.45, 0.4, 'USD'],
  ])
})

test('only changes of the balance are lines, and a closed range continues to the amount due today', async () => {
  const lines = { opening: 100, recorded: -30, closing: 70, today: 90 }
  const [page = ''] = await pagesOf({
    accounts: [statementAccount(lines)],
    to: '2026-11-15',
    asOf: '2026-11-15',
  })
  expect(page).toMatch(/Other payments, credits, and changes in our books +\u2212\$0\.30/)
  expect(page).not.toContain('Chargebacks')
  expect(page).toMatch(/Closing balance on 11\/15\/2026 +\$0\.70/)
  expect(page).toMatch(/Change after 11\/15\/2026 +\$0\.20/)
  expect(page).toMatch(/Balance due on 11\/21\/2026 +\$0\.90/)
  const [now = ''] = await pagesOf({ accounts: [statementAccount(lines)] })
  expect(now).not.toContain('Change after')
})

test('card money is listed with its card; a spreadsheet has the same lines', async () => {
  const card = { brand: 'visa', last4Digits: '4242' }
  const common = { invoiceNumber: 'N-1', currency: 'USD' }
  const changes: Partial<StatementDocument> = {
    payments: [
      { ...common, day: '2026-11-20', kind: 'chargedBack', card, cents: 30 },
      { ...common, day: '2026-11-19', kind: 'refunded', card, cents: 20 },
      { ...common, day: '2026-11-18', kind: 'paid', card: null, cents: -100 },
    ],
  }
  const [page = ''] = await pagesOf(changes)
  expect(page).toMatch(/11\/20\/2026 +N-1 +Chargeback, Visa ending in 4242 +\$0\.30/)
  expect(page).toMatch(/11\/19\/2026 +N-1 +Refund, Visa ending in 4242 +\$0\.20/)
  expect(page).toMatch(/11\/18\/2026 +N-1 +Card payment +\u2212\$1\.00/)
  const { rows } = await sheetOf(changes)
  const amounts = rows.filter((row) => row[1]?.value === 'N-1').map((row) => row[4]?.value)
  expect(amounts).toEqual([0.3, 0.2, -1])
})

test('texts of the books are texts in the spreadsheet, never formulas', async () => {
  const sheet = await sheetOf({ invoices: [statementInvoice({ invoiceNumber: '=1+1' })] })
  expect(sheet.formulas).toBe(0)
  expect(sheet.rows.flat().find(({ value }) => value === '=1+1')?.format).toBe('@')
})

test('a statement mentions that it leaves out categories which its reader does not see', async () => {
  const words = 'This statement covers only invoices of the categories that its reader sees.'
  expect((await pagesOf({ isOfVisible: true })).join('')).toContain(words)
  expect((await pagesOf({})).join('')).not.toContain(words)
  const { rows } = await sheetOf({ isOfVisible: true })
  expect(rows.map(([first]) => first?.value)).toContain(words)
})

test('a statement without invoices has a sentence and is still a whole document', async () => {
  const [page = '', ...more] = await pagesOf({})
  expect(page).toContain('No Invoices Found between 11/01/2026 and 11/21/2026.')
  expect(page).toContain('Page 1 of 1')
  expect(more).toEqual([])
})

function manyInvoices(): StatementInvoice[] {
  return Array.from({ length: 3700 }, (_, index) =>
    statementInvoice({ invoiceNumber: `INV-${100_000 + index}`, dueDate: '2026-01-01' }),
  )
}

test('3,700 invoices do not delay other requests', async () => {
  let turns = 0
  let running = true
  const count = () => {
    turns += 1
    if (running) setImmediate(count)
  }
  setImmediate(count)
  const pdf = await statementPdf(statementDocument({ invoices: manyInvoices() }))
  running = false
  // Seven pauses while the rows are laid out, and one pause for every few pages that are drawn.
  expect(turns).toBeGreaterThan(18)
  expect(pageCount(pdf)).toBeGreaterThan(80)
  expect(pdf.length).toBeLessThan(500_000)
})

test('3,700 invoices are all listed, in order, below a heading', async () => {
  const invoices = manyInvoices()
  const pages = await pagesOf({ invoices })
  expect(pages.join('').match(/INV-1\d{5}/g)).toEqual(invoices.map((each) => each.invoiceNumber))
  for (const page of pages) expect(page).toMatch(/Date +Invoice +Type/)
})
