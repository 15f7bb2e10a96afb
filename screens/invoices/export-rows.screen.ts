import { expect, test } from 'vitest'
import { unzip } from '../../apps/server/test/documents/unzip.ts'
import { downloaded } from '../../e2e/downloaded.ts'
import { invoiceList } from '../../e2e/invoice-list.ts'
import { ana } from '../../e2e/people.ts'
import { screen } from '../screen.ts'

test('the files contain the rows that match the filters, in their order, amounts as numbers', async () => {
  const { page } = await screen({ as: ana, at: '/invoices?q=MTS-S03&status=open&sort=balance' })
  const list = invoiceList(page)
  await list.row('MTS-S033').waitFor()
  const numbers = await list.numbers()
  const csv = page.getByRole('button', { name: 'CSV' })
  const { name, content } = await downloaded(page, () => csv.click())
  expect(name).toBe('invoices-10412-2026-11-24.csv')
  const [header, ...lines] = content.toString().trimEnd().split('\r\n')
  expect(header).toContain('"Invoice Number","Name","Customer Number"')
  expect(lines.map((line) => line.split(',')[0])).toEqual(numbers.map((number) => `"${number}"`))
  expect(lines.find((line) => line.startsWith('"MTS-S033"'))).toMatch(/"EUR",6400\.00,6400\.00$/)
  // The spreadsheet is written in the browser, under the page's security policy.
  const excel = page.getByRole('button', { name: 'Excel' })
  const book = await downloaded(page, () => excel.click())
  expect(book.name).toBe('invoices-10412-2026-11-24.xlsx')
  const files = unzip(book.content)
  const sheet = String(files.get('xl/worksheets/sheet1.xml'))
  expect([...sheet.matchAll(/<row /g)]).toHaveLength(numbers.length + 1)
  expect(sheet).toContain('<v>6400</v>')
  expect(sheet).not.toContain('<f>')
  const texts = String(files.get('xl/sharedStrings.xml'))
  for (const number of numbers) expect(texts).toContain(`<t>${number}</t>`)
})
