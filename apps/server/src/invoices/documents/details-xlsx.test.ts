import { PassThrough, Writable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { LineItem } from '@portal/domain/invoices/invoices.schema'
import { expect, test } from 'vitest'
import { readSpreadsheet } from '../../../test/read-spreadsheet.ts'
import { detailsDocument, lineItem } from '../../../test/sample-documents.ts'
import { cellText } from '../../documents/xlsx-text.ts'
import { detailsXlsx } from './details-xlsx.ts'

async function sheetOf(
  lines: Iterable<LineItem> | AsyncIterable<LineItem>,
  currencyIsoCode = 'USD',
) {
  const out = new PassThrough()
  const document = {
    ...detailsDocument,
    invoice: { ...detailsDocument.invoice, currencyIsoCode },
  }
  const [bytes] = await Promise.all([buffer(out), detailsXlsx(document, lines, out)])
  return readSpreadsheet(bytes)
}

const firstLine = 7

test('the sheet names the invoice and freezes a bold heading', async () => {
  const sheet = await sheetOf([lineItem()])
  expect(sheet.cell('B1').value).toBe('INV-204981')
  expect(sheet.cell('B2').value).toBe('Aldgate Capital LLP')
  expect(sheet.cell('B4').value).toBe('USD')
  const titles = 'Product,Description,More Info,City,State,Quantity,Unit Price,Total,Currency'
  expect(sheet.rows[5]?.map((cell) => cell.value).join()).toBe(titles)
  expect(sheet.cell('A6').bold).toBe(true)
  expect(sheet.pane).toMatchObject({ state: 'frozen', ySplit: '6', topLeftCell: 'A7' })
  expect(sheet.name).toBe('Details')
  expect(sheet.widths).toEqual([30, 48, 36, 16, 10, 11, 19, 19, 10])
})

test('amounts are numbers with two decimals, and the total is a number, not a formula', async () => {
  const sheet = await sheetOf([lineItem({ total: 1.1 }), lineItem({ total: 2.2, quantity: 1.5 })])
  const total = sheet.cell(`H${firstLine + 2}`)
  expect(sheet.cell(`A${firstLine + 2}`).value).toBe('Total')
  expect(total.value).toBe(3.3)
  expect(total.format).toBe('#,##0.00')
  expect(sheet.cell(`H${firstLine}`).format).toBe('#,##0.00')
  expect(sheet.cell(`F${firstLine}`).value).toBe(2)
  expect(sheet.cell(`F${firstLine}`).format).toBe('#,##0')
  expect(sheet.cell(`F${firstLine + 1}`).format).toBe('#,##0.####')
  expect(sheet.cell(`G${firstLine}`).value).toBe(125.5)
})

test('an invoice without lines says so', async () => {
  const sheet = await sheetOf([])
  expect(sheet.cell(`A${firstLine}`).value).toBe('No Line Items Available...')
  expect(sheet.cell(`H${firstLine + 1}`).value).toBe(0)
})

test('text is text: never a formula, a link or a number, and it reads back as it was', async () => {
  const texts = [
    '=1+1',
    '-5',
    '0012',
    'https://example.com',
    "'quoted",
    'two\nlines',
    '東京 🎉',
    ' x ',
    '',
    '<b>&amp;&lt;"\'',
  ]
  const sheet = await sheetOf(texts.map((description) => lineItem({ description })))
  texts.forEach((text, index) => {
    const cell = sheet.cell(`B${firstLine + index}`)
    expect(cell.value).toBe(cellText(text))
    expect(cell.format).toBe('@')
  })
  expect(sheet.formulas).toBe(0)
})

test('a reader who goes away ends the work, and the source of the lines is closed', async () => {
  let closed = false
  const out = new Writable({ write: () => undefined })
  async function* endless() {
    try {
      for (let count = 1; ; count += 1) {
        if (count === 10) out.destroy()
        yield lineItem()
      }
    } finally {
      closed = true
    }
  }
  await expect(detailsXlsx(detailsDocument, endless(), out)).rejects.toThrow('Premature close')
  await expect.poll(() => closed).toBe(true)
})

test('lines that fail halfway cut the file off instead of ending it', async () => {
  async function* failing() {
    yield lineItem()
    throw new Error('connection lost')
  }
  const out = new PassThrough()
  await expect(detailsXlsx(detailsDocument, failing(), out)).rejects.toThrow('connection lost')
  expect(out.destroyed).toBe(true)
  expect(out.writableFinished).toBe(false)
})

test.each([
  ['JPY', 1234, '#,##0', '#,##0'],
  ['KWD', 1.234, '#,##0.000#', '#,##0.000'],
])('amounts in %s have its decimals', async (currency, total, ofPrice, ofTotal) => {
  const sheet = await sheetOf([lineItem({ currency, salesPrice: total, total })], currency)
  expect(sheet.cell('G7')).toMatchObject({ value: total, format: ofPrice })
  expect(sheet.cell('H7')).toMatchObject({ value: total, format: ofTotal })
  expect(sheet.cell('H8')).toMatchObject({ value: total, format: ofTotal })
})

test('a fraction of a yen as unit price is not rounded away', async () => {
  const sheet = await sheetOf([lineItem({ currency: 'JPY', salesPrice: 0.5, total: 1 })], 'JPY')
  expect(sheet.cell('G7')).toMatchObject({ value: 0.5, format: '#,##0.####' })
})

test('a line without a quantity and a unit price has empty cells for them', async () => {
  const sheet = await sheetOf([lineItem({ quantity: null, salesPrice: null })])
  expect([sheet.cell('F7').value, sheet.cell('G7').value]).toEqual(['', ''])
})
