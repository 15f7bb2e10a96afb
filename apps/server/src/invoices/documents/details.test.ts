import { PassThrough, Writable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { LineItem } from '@portal/domain/invoices/invoices.schema'
import { describe, expect, test } from 'vitest'
import { readSpreadsheet } from '../../../test/documents/read-spreadsheet.ts'
import { detailsDocument, lineItem } from '../../../test/documents/sample-documents.ts'
import { cellText } from '../../documents/xlsx-text.ts'
import { detailsCsv } from './details-csv.ts'
import { detailsXlsx } from './details-xlsx.ts'
import { invoiceFileName, statementFileName } from './download-names.ts'

test('downloads are named after their content', () => {
  expect(invoiceFileName('INV-1', 'pdf')).toBe('INV-1.pdf')
  expect(invoiceFileName('INV-1', 'xlsx')).toBe('INV-1.xlsx')
  expect(invoiceFileName('INV-1', 'csv')).toBe('INV-1.csv')
  expect(statementFileName('10412', '2026-11-01', '2026-11-21', 'pdf')).toBe(
    'statement-10412-2026-11-01-2026-11-21.pdf',
  )
})

test.each([
  ['../../etc/passwd', '_.._etc_passwd.pdf'],
  ['a\r\nSet-Cookie: x=1', 'a_Set-Cookie_ x=1.pdf'],
  ['CON', '_CON.pdf'],
  ['...', 'document.pdf'],
  ['invoice\u202efdp', 'invoice_fdp.pdf'],
  ['C:\\boot', 'C_boot.pdf'],
])('the number %j becomes a name that can be saved', (number, name) => {
  expect(invoiceFileName(number, 'pdf')).toBe(name)
})

describe('the spreadsheet', () => {
  async function sheetOf(lines: Iterable<LineItem>, currencyIsoCode = 'USD') {
    const out = new PassThrough()
    const invoice = { ...detailsDocument.invoice, currencyIsoCode }
    const document = { ...detailsDocument, invoice }
    const [bytes] = await Promise.all([buffer(out), detailsXlsx(document, lines, out)])
    return readSpreadsheet(bytes)
  }

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
    expect(sheet.widths).toEqual([30, 48, 36, 16, 10, 11, 22, 22, 10])
  })

  test('amounts are numbers with two decimals, and the total is a number, not a formula', async () => {
    const sheet = await sheetOf([lineItem({ total: 1.1 }), lineItem({ total: 2.2, quantity: 1.5 })])
    for (const [cell, is] of Object.entries({
      A9: { value: 'Total' },
      H9: { value: 3.3, format: '#,##0.00' },
      H7: { format: '#,##0.00' },
      F7: { value: 2, format: '#,##0' },
      F8: { format: '#,##0.######' },
      G7: { value: 125.5 },
    }))
      expect(sheet.cell(cell), cell).toMatchObject(is)
  })

  test('the sheet of an invoice without lines has a sentence instead', async () => {
    const sheet = await sheetOf([])
    expect(sheet.cell('A7').value).toBe('No Line Items Available...')
    expect(sheet.cell('H8').value).toBe(0)
  })

  test('text stays text: never a formula, a link or a number, and unchanged when read back', async () => {
    const odd = ['two\nlines', '東京 🎉', ' x ', '', '<b>&amp;&lt;"\'']
    const texts = ['=1+1', '-5', '0012', 'https://example.com', "'quoted", ...odd]
    const sheet = await sheetOf(texts.map((description) => lineItem({ description })))
    texts.forEach((text, index) => {
      expect(sheet.cell(`B${7 + index}`)).toMatchObject({ value: cellText(text), format: '@' })
    })
    expect(sheet.formulas).toBe(0)
  })

  test('a reader who disconnects ends the work, and the source of the lines is closed', async () => {
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
    ['KWD', 1.234, '#,##0.000###', '#,##0.000'],
  ])('amounts in %s have its decimals', async (currency, total, ofPrice, ofTotal) => {
    const sheet = await sheetOf([lineItem({ currency, salesPrice: total, total })], currency)
    expect(sheet.cell('G7')).toMatchObject({ value: total, format: ofPrice })
    expect(sheet.cell('H7')).toMatchObject({ value: total, format: ofTotal })
    expect(sheet.cell('H8')).toMatchObject({ value: total, format: ofTotal })
  })

  test('a fraction of a yen as unit price is not rounded away', async () => {
    const sheet = await sheetOf([lineItem({ currency: 'JPY', salesPrice: 0.5, total: 1 })], 'JPY')
    expect(sheet.cell('G7')).toMatchObject({ value: 0.5, format: '#,##0.######' })
  })

  test('a line without a quantity and a unit price has empty cells for them', async () => {
    const sheet = await sheetOf([lineItem({ quantity: null, salesPrice: null })])
    expect([sheet.cell('F7').value, sheet.cell('G7').value]).toEqual(['', ''])
  })
})

describe('the CSV', () => {
  async function csvOf(lines: Iterable<LineItem>): Promise<string> {
    const chunks: string[] = []
    for await (const chunk of detailsCsv(detailsDocument, lines)) chunks.push(chunk)
    return chunks.join('')
  }

  /** Reads RFC 4180 strictly: each field is quoted or free of quotes, and rows end with CRLF. */
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

  test('quotes, commas, line ends and other alphabets are unchanged when read back', async () => {
    const texts = ['a "b", c', 'two\r\nlines\nthree', 'Ελλάδα 東京 🎉', '""', ',', ' spaced ']
    const rows = parseCsv((await csvOf(texts.map((moreInfo) => lineItem({ moreInfo })))).slice(1))
    expect(rows.slice(1).map((row) => row[2])).toEqual(texts)
  })

  test('more rows than fit in one chunk are complete and in order', async () => {
    const lines = Array.from({ length: 1001 }, (_, index) => lineItem({ productName: `P${index}` }))
    const rows = parseCsv((await csvOf(lines)).slice(1))
    expect(rows.slice(1).map((row) => row[0])).toEqual(lines.map((line) => line.productName))
  })

  test('a line in dinars has three decimals, and a line without a quantity has a blank field', async () => {
    const text = await csvOf([
      lineItem({ currency: 'KWD', total: 1.5 }),
      lineItem({ currency: 'JPY', quantity: null, salesPrice: null, total: 1200 }),
    ])
    expect(text).toContain(',1.500,"KWD"')
    expect(text).toContain('"","",1200,"JPY"')
  })
})
