import { expect, test } from 'vitest'
import { pdfPages } from '../../../test/pdf-text.ts'
import { pageCount, statementDocument, statementInvoice } from '../../../test/sample-documents.ts'
import { statementPdf } from './statement.ts'
import type { StatementInvoice } from './statement-document.ts'
import { sumByCurrency } from './statement-sums.ts'

async function pagesOf(invoices: StatementInvoice[]): Promise<string[]> {
  return pdfPages(await statementPdf(statementDocument(invoices)))
}

test('a statement says where each invoice stands, in words', async () => {
  const [page = ''] = await pagesOf([
    statementInvoice({ invoiceNumber: 'N-1' }),
    statementInvoice({ invoiceNumber: 'N-2', dueDate: '2026-11-20' }),
    statementInvoice({ invoiceNumber: 'N-3', dueDate: '2026-10-20' }),
    statementInvoice({ invoiceNumber: 'N-4', balanceDue: 0 }),
    statementInvoice({ invoiceNumber: 'N-5', amount: -5, balanceDue: 0 }),
    statementInvoice({ invoiceNumber: 'N-6', hasBeenCharged: true }),
    statementInvoice({ invoiceNumber: 'N-7', isLateFee: true, dueDate: null }),
  ])
  expect(page).toMatch(/N-1 .*12\/02\/2026 +\$100\.00 +\$100\.00 +Open/)
  expect(page).toMatch(/N-2 .*Overdue 1 day\n/)
  expect(page).toMatch(/N-3 .*Overdue 32 days\n/)
  expect(page).toMatch(/N-4 .*\$0\.00 +Paid/)
  expect(page).toMatch(/N-5 .*-\$5\.00 +\$0\.00 +Credit/)
  expect(page).toMatch(/N-6 .*\(pending\)/)
  expect(page).toMatch(/N-7 +Late Fee .*Open/)
})

test('each currency has its own total, and no sum mixes two', async () => {
  const [page = ''] = await pagesOf([
    statementInvoice({ amount: 0.1, balanceDue: 0.1 }),
    statementInvoice({ amount: 0.2, balanceDue: 0.2 }),
    statementInvoice({ amount: 50, balanceDue: 50, currencyIsoCode: 'EUR' }),
  ])
  expect(page).toMatch(/Total +2 invoices +USD +\$0\.30 +\$0\.30/)
  expect(page).toMatch(/Total +1 invoice +EUR +€50\.00 +€50\.00/)
  expect(page).not.toContain('50.30')
})

test('ages add up to the balance due, to the cent, in every currency', () => {
  const days = ['2026-12-01', '2026-11-21', '2026-11-20', '2026-10-22', '2026-10-21', '2026-09-22']
  const dueDates = [...days, '2026-09-21', '2026-08-23', '2026-08-22', null]
  const invoices = dueDates.map((dueDate) => statementInvoice({ dueDate, balanceDue: 0.1 }))
  const [sums] = sumByCurrency(invoices, '2026-11-21')
  expect(sums?.aging).toEqual({
    current: 20,
    '1-30': 20,
    '31-60': 20,
    '61-90': 20,
    '90+': 10,
    other: 10,
  })
  expect(sums?.balanceDueCents).toBe(100)
})

test('a statement without invoices says so and still is a whole document', async () => {
  const [page = '', ...more] = await pagesOf([])
  expect(page).toContain('No Invoices Found between 11/01/2026 and 11/21/2026.')
  expect(page).toContain('Page 1 of 1')
  expect(more).toEqual([])
})

function manyInvoices(): StatementInvoice[] {
  return Array.from({ length: 3700 }, (_, index) =>
    statementInvoice({ invoiceNumber: `INV-${100_000 + index}`, dueDate: '2026-01-01' }),
  )
}

test('3,700 invoices do not hold up other requests', async () => {
  let turns = 0
  let running = true
  const count = () => {
    turns += 1
    if (running) setImmediate(count)
  }
  setImmediate(count)
  const pdf = await statementPdf(statementDocument(manyInvoices()))
  running = false
  // Seven pauses while the rows are laid out, and one for every few pages drawn.
  expect(turns).toBeGreaterThan(18)
  expect(pageCount(pdf)).toBeGreaterThan(80)
  expect(pdf.length).toBeLessThan(500_000)
}, 20_000)

test('3,700 invoices are all listed, in order, below a heading', async () => {
  const invoices = manyInvoices()
  const pages = await pagesOf(invoices)
  expect(pages.join('').match(/INV-1\d{5}/g)).toEqual(invoices.map((each) => each.invoiceNumber))
  for (const page of pages) expect(page).toMatch(/Date +Invoice +Type/)
}, 20_000)
