import { PassThrough } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { pdfPages } from '../../../test/documents/pdf-text.ts'
import { readSpreadsheet } from '../../../test/documents/read-spreadsheet.ts'
import {
  openInvoice,
  pageCount,
  statementAccount,
  statementDocument,
  statementMovement,
} from '../../../test/documents/sample-documents.ts'
import { statementPdf } from './statement.ts'
import type { StatementDocument } from './statement-document.ts'
import { statementXlsx } from './statement-xlsx.ts'

const pagesOf = async (changes: Partial<StatementDocument>) =>
  pdfPages(await statementPdf(statementDocument(changes)))

async function sheetOf(changes: Partial<StatementDocument>) {
  const out = new PassThrough()
  const [bytes] = await Promise.all([buffer(out), statementXlsx(statementDocument(changes), out)])
  return readSpreadsheet(bytes)
}

test('open invoices have their age on the last day', async () => {
  const open = [
    openInvoice({ invoiceNumber: 'N-1' }),
    openInvoice({ invoiceNumber: 'N-2', dueDate: '2026-11-20' }),
    openInvoice({ invoiceNumber: 'N-3', dueDate: '2026-10-20' }),
    openInvoice({ invoiceNumber: 'N-4', cents: -500 }),
    openInvoice({ invoiceNumber: 'N-5', isLateFee: true, dueDate: null }),
  ]
  const [page = ''] = await pagesOf({ open })
  expect(page).toMatch(/N-1 .*12\/02\/2026 +Not due yet +\$100\.00/)
  expect(page).toMatch(/N-4 .*Credit +\u2212\$5\.00/)
  expect(page).toMatch(/N-5 +Late Fee +Not due yet/)
  expect(page).toMatch(/Total +5 invoices +USD +\$395\.00/)
  const { rows } = await sheetOf({ open })
  const ages = rows.filter((row) => String(row[1]?.value).startsWith('N-'))
  expect(ages.map((row) => row[3]?.value)).toEqual([
    'Not due yet',
    'Overdue 1 day',
    'Overdue 32 days',
    'Credit',
    'Not due yet',
  ])
})

test('each currency has its own account and totals, and no sum mixes two', async () => {
  const changes = {
    accounts: [
      statementAccount({ opening: 40, closing: 70 }),
      statementAccount({ closing: 5000, currency: 'EUR' }),
    ],
    movements: [
      statementMovement({ cents: 10 }),
      statementMovement({ cents: 20 }),
      statementMovement({ cents: 5000, currency: 'EUR' }),
    ],
  }
  const text = (await pagesOf(changes)).join('')
  expect(text).toMatch(/Account · USD +Amount/)
  expect(text).toMatch(/Opening balance on 11\/01\/2026 +\$0\.40\s+Invoices \(2\) +\$0\.30/)
  expect(text).toMatch(/Closing balance on 11\/21\/2026 +€50\.00/)
  expect(text).toMatch(/Total +2 lines +USD +\$0\.30/)
  expect(text).toMatch(/Total +1 line +EUR +€50\.00/)
  expect(text).not.toContain('50.30')
  const { rows } = await sheetOf(changes)
  const totals = rows.filter((row) => row[0]?.value === 'Total')
  expect(totals.map((row) => row.slice(5, 7).map((cell) => cell.value))).toEqual([
    [50, 'EUR'],
    [0.3, 'USD'],
  ])
})

test('a statement says whether it is final, and what of its closing balance is due', async () => {
  const [final = ''] = await pagesOf({ accounts: [statementAccount({ closing: 70 })] })
  expect(final).toMatch(/State +Final/)
  expect(final).not.toContain('Due on')
  const now = { closing: 100, dueCents: 40, pendingCents: -70, notAppliedCents: 10 }
  const [page = ''] = await pagesOf({
    accounts: [statementAccount(now)],
    openFrom: '2026-11-18',
  })
  expect(page).toMatch(/State +Preliminary: days from\s+11\/18\/2026 on can still change/)
  expect(page).toMatch(/Being paid, posted, or reconciled: not due now +\u2212\$0\.70/)
  expect(page).toMatch(/Card payments not applied to an invoice yet +\$0\.10/)
  expect(page).toMatch(/Due on 11\/21\/2026 +\$0\.40/)
})

test('a movement leads to its payment; a spreadsheet has the same lines', async () => {
  const card = { brand: 'visa', last4Digits: '4242' }
  const common = { invoiceNumber: 'N-1', isCredit: false } as const
  const transfer = { kind: 'settled', method: 'transfer' } as const
  const movements = [
    statementMovement({
      ...common,
      ...transfer,
      cents: -100,
      referenceId: 'RCT-1',
      reference: 'REM 77',
      paidOn: '2026-11-10',
    }),
    statementMovement({ ...common, kind: 'paid', card, referenceId: 'P-1', cents: -30 }),
    statementMovement({ ...common, kind: 'chargedBack', card: null, cents: 30 }),
    statementMovement({ ...common, kind: 'booked', cents: 5, isCredit: true }),
  ]
  const [page = ''] = await pagesOf({ movements })
  expect(page).toMatch(/N-1 +Bank transfer +REM 77 · RCT-1 +Our books +\u2212\$1\.00/)
  expect(page).toContain('paid 11/10/2026')
  expect(page).toMatch(/N-1 +Card payment, Visa ending in +P-1 +This portal +\u2212\$0\.30/)
  expect(page).toMatch(/N-1 +Credit used +Our books +\$0\.05/)
  const { rows } = await sheetOf({ movements })
  const lines = rows
    .filter((row) => row[1]?.value === 'N-1')
    .map((row) => row.map((cell) => cell?.value))
  expect(lines.map((line) => line.slice(2))).toEqual([
    ['Bank transfer', 'REM 77 · RCT-1', 46_336, -1, 'USD', 'Our books'],
    ['Card payment, Visa ending in 4242', 'P-1', undefined, -0.3, 'USD', 'This portal'],
    ['Chargeback', '', undefined, 0.3, 'USD', 'This portal'],
    ['Credit used', '', undefined, 0.05, 'USD', 'Our books'],
  ])
})

test('texts of the books are texts in the spreadsheet, never formulas', async () => {
  const sheet = await sheetOf({ movements: [statementMovement({ invoiceNumber: '=1+1' })] })
  expect(sheet.formulas).toBe(0)
  expect(sheet.rows.flat().find(({ value }) => value === '=1+1')?.format).toBe('@')
})

test('a statement says that it leaves out categories which its reader does not see', async () => {
  const words = 'This statement covers only invoices of the categories that its reader sees today.'
  expect((await pagesOf({ isOfVisible: true })).join('')).toContain(words)
  expect((await pagesOf({})).join('')).not.toContain(words)
  const { rows } = await sheetOf({ isOfVisible: true })
  expect(rows.map(([first]) => first?.value)).toContain(words)
})

test('a statement without lines says so and still is a whole document', async () => {
  const [page = '', ...more] = await pagesOf({})
  expect(page).toContain('Nothing changed in this period.')
  expect(page).toContain('No invoice or credit was open.')
  expect(page).toContain('Page 1 of 1')
  expect(more).toEqual([])
})

const many = Array.from({ length: 3700 }, (_, index) =>
  statementMovement({ invoiceNumber: `INV-${100_000 + index}` }),
)

test('3,700 lines do not hold up other requests', async () => {
  let turns = 0
  let running = true
  const count = () => {
    turns += 1
    if (running) setImmediate(count)
  }
  setImmediate(count)
  const pdf = await statementPdf(statementDocument({ movements: many }))
  running = false
  // Seven pauses while the rows are laid out, and one pause for every few pages that are drawn.
  expect(turns).toBeGreaterThan(18)
  expect(pageCount(pdf)).toBeGreaterThan(80)
  expect(pdf.length).toBeLessThan(500_000)
})

test('3,700 lines are all listed, in order, below a heading', async () => {
  const pages = await pagesOf({ movements: many })
  expect(pages.join('').match(/INV-1\d{5}/g)).toEqual(many.map((each) => each.invoiceNumber))
  for (const page of pages.slice(0, -1)) expect(page).toMatch(/Day +Invoice +What/)
})
