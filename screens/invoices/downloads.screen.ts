import { expect, test } from 'vitest'
import { downloaded } from '../../e2e/downloaded.ts'
import { invoiceList } from '../../e2e/invoice-list.ts'
import { follow } from '../../e2e/navigation.ts'
import { ana, paula } from '../../e2e/people.ts'
import { screen } from '../screen.ts'
import { file } from '../stub/answers.ts'

test('the details of a Salesforce invoice are a CSV, from the menu of its row', async () => {
  const answers = { downloadDetails: file('MTS-S022.csv', 'text/csv', Buffer.from('a,b')) }
  const { page, desk } = await screen({ as: ana, at: '/invoices?q=MTS-S022', answers })
  const list = invoiceList(page)
  await list.row('MTS-S022').getByRole('button', { name: 'Downloads of MTS-S022' }).click()
  const item = page.getByRole('menuitem', { name: 'Details' })
  await expect.poll(() => item.innerText()).toContain('CSV')
  const { name, content } = await downloaded(page, () => item.click())
  expect([name, String(content)]).toEqual(['MTS-S022.csv', 'a,b'])
  await page.getByText('File downloaded').first().waitFor()
  expect(desk.asked('downloadDetails')).toHaveLength(1)
})

const unavailable = [
  // A late fee, an invoice of Netsuite, and one whose summary is missing.
  { number: 'MTS-S030', summary: null, details: 'Not available for Late Fee invoices' },
  { number: 'MTS-S046', summary: 'Not Available', details: 'Not Available' },
  { number: 'MTS-S036', summary: 'Not Available', details: null },
]

test('a disabled button shows why an invoice has no such file', async () => {
  const { page } = await screen({ as: paula, at: '/invoices/detail/MTS-S030' })
  for (const { number, summary, details } of unavailable) {
    await follow(page, `/invoices/detail/${number}`)
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
  }
})

test('a failed download is reported and can be repeated', async () => {
  const answers = { downloadSummary: file('MTS-S003.pdf', 'application/pdf', Buffer.from('%PDF-')) }
  const at = '/invoices/detail/MTS-S003'
  const { page, context, problems } = await screen({ as: ana, at, answers })
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
