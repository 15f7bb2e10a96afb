import { PassThrough, Writable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { LineItem } from '@portal/domain/invoices/invoices.schema'
import ExcelJS from 'exceljs'
import { expect, test } from 'vitest'
import { detailsXlsx } from './details-xlsx.ts'
import {
  detailsDocument,
  formulaTexts,
  hasHostileData,
  lineItem,
  naughtyTexts,
} from '../../../test/sample-documents.ts'
import { cellText } from './xlsx-text.ts'

async function sheetOf(lines: Iterable<LineItem> | AsyncIterable<LineItem>) {
  const out = new PassThrough()
  const [bytes] = await Promise.all([buffer(out), detailsXlsx(detailsDocument, lines, out)])
  const workbook = new ExcelJS.Workbook()
  await workbook.xlsx.load(bytes as unknown as ArrayBuffer)
  const sheet = workbook.worksheets[0]
  if (!sheet) throw new Error('no sheet')
  return sheet
}

const firstLine = 7

test('the sheet names the invoice and freezes a bold heading', async () => {
  const sheet = await sheetOf([lineItem()])
  expect(sheet.getCell('B1').value).toBe('INV-204981')
  expect(sheet.getCell('B2').value).toBe('Aldgate Capital LLP')
  expect(sheet.getCell('B4').value).toBe('USD')
  const titles = 'Product,Description,More Info,City,State,Quantity,Unit Price,Total,Currency'
  expect((sheet.getRow(6).values as string[]).slice(1).join()).toBe(titles)
  expect(sheet.getCell('A6').font.bold).toBe(true)
  expect(sheet.views[0]).toMatchObject({ state: 'frozen', ySplit: 6 })
  expect(sheet.getColumn(2).width).toBeGreaterThan(30)
})

test('amounts are numbers with two decimals, and the total is a number, not a formula', async () => {
  const sheet = await sheetOf([lineItem({ total: 1.1 }), lineItem({ total: 2.2, quantity: 1.5 })])
  const total = sheet.getCell(`H${firstLine + 2}`)
  expect(sheet.getCell(`A${firstLine + 2}`).value).toBe('Total')
  expect(total.type).toBe(ExcelJS.ValueType.Number)
  expect(total.value).toBe(3.3)
  expect(total.numFmt).toBe('#,##0.00')
  expect(sheet.getCell(`H${firstLine}`).numFmt).toBe('#,##0.00')
  expect(sheet.getCell(`F${firstLine}`).value).toBe(2)
  expect(sheet.getCell(`F${firstLine}`).numFmt).toBe('#,##0')
  expect(sheet.getCell(`F${firstLine + 1}`).numFmt).toBe('#,##0.####')
  expect(sheet.getCell(`G${firstLine}`).value).toBe(125.5)
})

test('an invoice without lines says so', async () => {
  const sheet = await sheetOf([])
  expect(sheet.getCell(`A${firstLine}`).value).toBe('No Line Items Available...')
  expect(sheet.getCell(`H${firstLine + 1}`).value).toBe(0)
})

test('text is text: never a formula, a link or a number, and it reads back as it was', async () => {
  const own = [
    '=1+1',
    '-5',
    '0012',
    'https://example.com',
    "'quoted",
    'two\nlines',
    '東京 🎉',
    ' x ',
  ]
  const lists = hasHostileData ? [...formulaTexts(), ...naughtyTexts()] : []
  // exceljs reads `&amp;lt;` back as `<`, one step too far; entities are checked in the file itself.
  const texts = [...own, ...lists].filter((text) => text !== '' && !/&[a-z]*;/.test(text))
  const sheet = await sheetOf(texts.map((description) => lineItem({ description })))
  texts.forEach((text, index) => {
    const cell = sheet.getCell(`B${firstLine + index}`)
    expect(cell.type).toBe(ExcelJS.ValueType.String)
    expect(cell.value).toBe(cellText(text))
    expect(cell.numFmt).toBe('@')
  })
  sheet.eachRow((row) => row.eachCell((cell) => expect(cell.formula).toBeUndefined()))
})

test('what a cell cannot hold is shown as lost, not dropped', () => {
  expect(cellText('a\u0000b\ud800c')).toBe('a\ufffdb\ufffdc')
  expect(cellText('a\r\nb\rc')).toBe('a\nb\nc')
  expect(cellText('_x0041_')).toBe('_x005F_x0041_')
  expect(cellText('🎉'.repeat(20_000)).length).toBeLessThanOrEqual(32_767)
  expect(cellText('plain =text 🎉')).toBe('plain =text 🎉')
})

test('a reader who goes away ends the work, and the source of the lines is closed', async () => {
  let closed = false
  async function* endless() {
    try {
      for (;;) yield lineItem()
    } finally {
      closed = true
    }
  }
  const out = new Writable({ write: () => undefined })
  setTimeout(() => out.destroy(), 50)
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
