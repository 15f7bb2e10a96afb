import type { Invoice } from '@portal/domain/invoices/invoices.schema'
import { expect, test } from 'vitest'
import { listedInvoice } from '../../../../packages/domain/test/invoices.ts'
import { invoiceFinder } from './find-invoices.ts'
import { invoiceRow } from './invoice-row.ts'

const row = (changes: Partial<Invoice>) =>
  invoiceRow({ ...listedInvoice, ...changes }, '2026-11-21')
const sought = row({
  invoiceNumber: 'INV-2026-1107',
  name: 'Société Générale Zürich',
  customerNumber: 'C-10458',
  invoiceType: 'Market Data',
  date: '2026-09-03',
  dueDate: '2026-10-05',
  serviceMonth: '2026-09',
  servicePeriod: 'Sep 1 - Sep 30, 2026',
  currencyIsoCode: 'EUR',
  amount: 12_345.5,
  balanceDue: 410,
})
const other = row({
  invoiceNumber: 'INV-2026-1108',
  customerNumber: 'C-2',
  amount: 1250,
  balanceDue: 1250,
})

test.each([
  // Numbers as other programs and files of banks write them.
  'INV-2026-1107',
  ' inv-2026-1107 ',
  'INV\u20112026\u20131107',
  'INV\u22122026\u22121107',
  'INV20261107',
  'INV 2026 1107',
  'INV\u00a02026\u00a01107',
  'INV/2026/1107',
  'inv_2026_1107',
  'INV\u00ad-2026-1107',
  '\uff29\uff2e\uff36-2026-1107',
  '"INV-2026-1107"',
  '#INV-2026-1107',
  '2026-1107',
  'INV-2026-1107\tC-10458',
  'C10458',
  // Names, types, months and days.
  'societe generale',
  'ZURICH',
  'Zürich',
  'market data',
  'data 1107',
  'Sep 2026',
  'september 2026',
  '2026-09',
  '09/2026',
  'Sep 30, 2026',
  '10/05/2026',
  '2026-10-05',
  // Amounts and balances in either notation.
  '12345.50',
  '12,345.50',
  '12.345,50',
  '12 345,50',
  '12\u202f345,5',
  "12'345.50",
  '€12,345.50',
  '12.345,50 EUR',
  '12345',
  '-410.00',
  '410,00',
  '1107 12,345.50 EUR',
  // Several numbers.
  'INV-2026-1107, INV-7',
  'INV-7;INV-2026-1107',
  'inv-7\nINV-2026-1107',
  'Payment for INV-7 and INV-2026-1107',
])('%j finds its invoice and no other', (typed) => {
  const isFound = invoiceFinder(typed)
  expect(isFound(sought)).toBe(true)
  expect(isFound(other)).toBe(false)
})

test.each(['12,50', '1.107', '12345.51', 'Oct 2026 Data', 'Zürich Bern'])(
  '%j finds nothing',
  (typed) => expect([sought, other].filter((row) => invoiceFinder(typed)(row))).toEqual([]),
)

test('an empty search and separators alone find everything', () => {
  for (const typed of ['', '  ', ' - ', ',']) expect(invoiceFinder(typed)(sought)).toBe(true)
})

test('all words count, wherever they are: on the row or in its other texts', () => {
  expect(invoiceFinder('zurich PO-4500')(sought, 'PO-4500')).toBe(true)
  expect(invoiceFinder('bern PO-4500')(sought, 'PO-4500')).toBe(false)
})
