import { expect, test } from 'vitest'
import { downloaded } from '../../e2e/downloaded.ts'
import { invoiceList } from '../../e2e/invoice-list.ts'
import { ana } from '../../e2e/people.ts'
import { screen } from '../screen.ts'

test('the CSV contains the rows that match the filters, in their order, amounts as numbers', async () => {
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
})
