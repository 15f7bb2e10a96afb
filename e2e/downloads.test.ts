import { expect, test } from 'vitest'
import { readSpreadsheet } from '../apps/server/test/read-spreadsheet.ts'
import { visit } from './browser.ts'
import { downloaded } from './downloaded.ts'
import { invoiceList } from './invoice-list.ts'
import { ana, paula } from './people.ts'
import { pdfText } from './pdf-text.ts'

test('the summary is a PDF with the invoice, its company and its amount', async () => {
  const { page } = await visit({ as: ana, at: '/invoices/detail/MTS-S003' })
  const summary = page.getByRole('button', { name: 'Summary [PDF]' })
  const { name, content } = await downloaded(page, () => summary.click())
  expect(name).toBe('MTS-S003.pdf')
  const text = pdfText(content)
  for (const words of ['MTS-S003', 'Aldgate Capital LLP', '1,091.90'])
    expect(text.includes(words), words).toBe(true)
})

test('the details of a usage invoice are a spreadsheet of all its lines, whose totals add up', async () => {
  const { page } = await visit({ as: ana, at: '/invoices/detail/MTS-USAGE-612' })
  const total = await page.locator('dd', { hasText: '$' }).first().innerText()
  const details = page.getByRole('button', { name: 'Details' })
  const { name, content } = await downloaded(page, () => details.click())
  expect(name).toBe('MTS-USAGE-612.xlsx')
  const { rows } = readSpreadsheet(content)
  const at = rows.findIndex((row) => row.some((cell) => cell.value === 'Total'))
  const column = rows[at]?.findIndex((cell) => cell.value === 'Total') ?? 0
  const amounts = rows.slice(at + 1).map((row) => Number(row[column]?.value))
  expect(amounts.length).toBeGreaterThanOrEqual(612)
  const sum = amounts.slice(0, 612).reduce((sum, amount) => sum + Math.round(amount * 100), 0)
  expect(sum).toBe(Math.round(Number(total.replaceAll(/[^\d.]/g, '')) * 100))
})

test('the details of a Salesforce invoice are a CSV, from the menu of its row too', async () => {
  const { page } = await visit({ as: ana, at: '/invoices?q=MTS-S022' })
  const list = invoiceList(page)
  await list.row('MTS-S022').getByRole('button', { name: 'Downloads of MTS-S022' }).click()
  const item = page.getByRole('menuitem', { name: 'Details' })
  await expect.poll(() => item.innerText()).toContain('CSV')
  const { name, content } = await downloaded(page, () => item.click())
  expect(name).toBe('MTS-S022.csv')
  await page.getByText('File downloaded').first().waitFor()
  const text = content.toString('utf8')
  expect(text).toContain('TT Pro')
  expect(text).toContain('182450.50')
})

const unavailable = [
  {
    what: 'a late fee has a summary and no details',
    number: 'MTS-S030',
    summary: null,
    details: 'Not available for Late Fee invoices',
  },
  {
    what: 'an invoice of Netsuite has neither file',
    number: 'MTS-S046',
    summary: 'Not Available',
    details: 'Not Available',
  },
  {
    what: 'an invoice whose summary is missing has its details',
    number: 'MTS-S036',
    summary: 'Not Available',
    details: null,
  },
]

for (const { what, number, summary, details } of unavailable)
  test(`${what}, and the disabled button says why`, async () => {
    const { page } = await visit({ as: paula, at: `/invoices/detail/${number}` })
    await page.getByRole('heading', { name: `Invoice ${number}` }).waitFor()
    const buttons = { 'Summary [PDF]': summary, Details: details }
    for (const [name, reason] of Object.entries(buttons)) {
      const button = page.getByRole('button', { name })
      await expect.poll(() => button.isDisabled()).toBe(reason !== null)
      if (!reason) continue
      await button.hover()
      await page.locator('[data-open]').getByText(reason, { exact: true }).waitFor()
      await page.mouse.move(0, 0)
      await page.locator('[data-open]').waitFor({ state: 'detached' })
    }
  })

test('a download that fails says so and can be tried again', async () => {
  const { page, context, problems } = await visit({ as: ana, at: '/invoices/detail/MTS-S003' })
  const summary = page.getByRole('button', { name: 'Summary [PDF]' })
  await summary.waitFor()
  problems.expect(/ERR_INTERNET_DISCONNECTED/)
  await context.setOffline(true)
  await summary.click()
  await page.getByText('Failed to download file. Please try again.').first().waitFor()
  await context.setOffline(false)
  const { name } = await downloaded(page, () => summary.click())
  expect(name).toBe('MTS-S003.pdf')
})
