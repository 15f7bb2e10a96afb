import type { LineItem } from '@portal/domain/invoices/invoices.schema'
import { expect, test } from 'vitest'
import { detailsCsv } from './details-csv.ts'
import { detailsDocument, lineItem } from '../../../test/sample-documents.ts'

async function csvOf(lines: Iterable<LineItem>): Promise<string> {
  const chunks: string[] = []
  for await (const chunk of detailsCsv(detailsDocument, lines)) chunks.push(chunk)
  return chunks.join('')
}

/** RFC 4180, read strictly: every field quoted or free of quotes, rows ended by CRLF. */
function parseCsv(text: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  const field = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/gy
  while (field.lastIndex < text.length) {
    const match = field.exec(text)
    if (!match) throw new Error('not CSV')
    row.push(match[1]?.replaceAll('""', '"') ?? match[2] ?? '')
    if (match[3] === ',') continue
    rows.push(row)
    row = []
  }
  return rows
}

const head = 'Product,Description,More Info,City,State,Quantity,Unit Price,Total,Currency,Invoice'

test('details are a heading and a row per line item, numbers as numbers', async () => {
  const text = await csvOf([lineItem(), lineItem({ quantity: -1.5, total: -1610.1 })])
  expect(text.startsWith('\ufeff"Product"')).toBe(true)
  expect(text.endsWith('\r\n')).toBe(true)
  const [titles, first, second] = parseCsv(text.slice(1))
  expect(titles?.join()).toBe(head)
  expect(first?.slice(4)).toEqual(['IL', '2', '125.5', '251.00', 'USD', 'INV-204981'])
  expect(second?.slice(5, 8)).toEqual(['-1.5', '125.5', '-1610.10'])
  expect(text).toContain(',-1.5,125.5,-1610.10,')
})

test('an invoice without lines has the heading alone', async () => {
  expect(parseCsv((await csvOf([])).slice(1))).toEqual([head.split(',')])
})

test('quotes, commas, line ends and other alphabets come back as they were', async () => {
  const texts = ['a "b", c', 'two\r\nlines\nthree', 'Ελλάδα 東京 🎉', '""', ',', ' spaced ']
  const rows = parseCsv((await csvOf(texts.map((moreInfo) => lineItem({ moreInfo })))).slice(1))
  expect(rows.slice(1).map((row) => row[2])).toEqual(texts)
})

test('more rows than one chunk are all there, in order', async () => {
  const lines = Array.from({ length: 1001 }, (_, index) => lineItem({ productName: `P${index}` }))
  const rows = parseCsv((await csvOf(lines)).slice(1))
  expect(rows.slice(1).map((row) => row[0])).toEqual(lines.map((line) => line.productName))
})

test('a line in dinars has three decimals, one without a quantity has nothing there', async () => {
  const text = await csvOf([
    lineItem({ currency: 'KWD', total: 1.5 }),
    lineItem({ currency: 'JPY', quantity: null, salesPrice: null, total: 1200 }),
  ])
  expect(text).toContain(',1.500,"KWD"')
  expect(text).toContain('"","",1200,"JPY"')
})
