import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { visit } from './browser.ts'
import { downloaded } from './downloaded.ts'
import { invoiceList } from './invoice-list.ts'
import { ana, rob } from './people.ts'
import { hostileNames } from './records/long-list.ts'

async function exported(page: Page) {
  const csv = page.getByRole('button', { name: 'CSV' })
  const { name, content } = await downloaded(page, () => csv.click())
  return { name, text: content.toString('utf8') }
}

test('the CSV holds the rows the filters leave, in their order, amounts as numbers', async () => {
  const { page } = await visit({ as: ana, at: '/invoices?q=MTS-S03&status=open&sort=balance' })
  const list = invoiceList(page)
  await list.row('MTS-S033').waitFor()
  const numbers = await list.numbers()
  const { name, text } = await exported(page)
  expect(name).toMatch(/^invoices-10412-\d{4}-\d\d-\d\d\.csv$/)
  const [header, ...lines] = text.trimEnd().split('\r\n')
  expect(header).toContain('"Invoice Number","Name","Customer Number"')
  expect(lines.map((line) => line.split(',')[0])).toEqual(numbers.map((number) => `"${number}"`))
  expect(lines.find((line) => line.startsWith('"MTS-S033"'))).toMatch(/"EUR",6400\.00,6400\.00$/)
})

test('no cell of the CSV can run as a formula in a spreadsheet', async () => {
  const { page } = await visit({ as: rob, at: '/invoices?q=L-000' })
  await invoiceList(page).row('L-0001').waitFor()
  const { text } = await exported(page)
  expect(text.startsWith('\uFEFF')).toBe(true)
  for (const name of hostileNames.slice(0, 4)) {
    const quoted = name.replaceAll('"', '""')
    expect(text).toContain(`,"'${quoted}",`)
    expect(text).not.toContain(`,"${quoted}",`)
  }
  expect(text).toContain(`"Comma, ""quote"" and\nnew line"`)
})
