import { formatMoney } from '@portal/domain/kernel/money'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { readSpreadsheet } from '../apps/server/test/documents/read-spreadsheet.ts'
import { visit } from './browser.ts'
import { downloaded } from './downloaded.ts'
import { ana } from './people.ts'
import { pdfText } from './pdf-text.ts'
import { statementDialog } from './statement-dialog.ts'
import { statementPage } from './statement-page.ts'

test('the statement is a PDF that opens in a new window', async () => {
  const { page, context } = await visit({ as: ana, at: '/invoices?statement=open' })
  const { dialog, start, end, fetch } = statementDialog(page)
  await start.fill('01/01/2026')
  await end.fill('10/31/2026')
  const view = await watchWindows(page)
  const answering = page.waitForResponse((response) => response.url().includes('statement'))
  await fetch.click()
  const answer = await answering
  expect(answer.headers()['content-type']).toContain('application/pdf')
  // The browser gives the file to its viewer, so the same address is requested again.
  const again = await context.request.get(answer.url())
  const text = pdfText(await again.body())
  for (const words of ['Aldgate Capital LLP', '01/01/2026', '10/31/2026'])
    expect(text.includes(words), words).toBe(true)
  await dialog.waitFor({ state: 'detached' })
  await expect.poll(() => view.evaluate(({ title }) => title)).toBe('Statement')
  await expect.poll(() => view.evaluate(({ shows }) => shows)).toMatch(/^blob:/)
})

test('a number of the statement leads to its movements and on to an invoice', async () => {
  const { page } = await visit({ as: ana, at: '/invoices?statement=open' })
  const { start, end, show } = statementDialog(page)
  await start.fill('01/01/2026')
  await end.fill('10/31/2026')
  await show.click()
  const { account, movements } = statementPage(page)
  const line = account('USD').getByRole('row', { name: /^Credits/ })
  const [words = '', amount = ''] = (await line.innerText()).split(/[\t\n]+/)
  await line.getByRole('link').click()
  await expect.poll(() => movements.locator('tfoot').innerText()).toContain(words)
  expect(await movements.locator('tfoot').innerText()).toContain(amount)
  const invoice = movements.locator('tbody').getByRole('link').first()
  const number = await invoice.innerText()
  await invoice.click()
  await page.getByRole('heading', { name: `Invoice ${number}` }).waitFor()
})

/** The file that the page opens in a window, in a browser that has or claims a PDF viewer. */
const watchWindows = (page: Page) =>
  page.evaluateHandle(() => {
    Object.defineProperty(navigator, 'pdfViewerEnabled', { value: true })
    const seen = { title: '', shows: '' }
    const open = window.open.bind(window)
    const location = { replace: (address: string) => (seen.shows = address) }
    window.open = (...given) =>
      new Proxy(open(...given)!, {
        get(view, name) {
          seen.title = view.document.title
          return name === 'location' ? location : (Reflect.get(view, name) as unknown)
        },
      })
    return seen
  })

/** The amount in an element's text, one per currency: `$1,234.50` is the only one in its line. */
const money = (text: string) => text.match(/[-\u2212]?[$€£][\d,]+\.\d\d/)?.[0]

test('the spreadsheet of today has the amounts of list and aging', async () => {
  const { page } = await visit({ as: ana, at: '/invoices?totals=open' })
  const totals = page.getByRole('list', { name: 'Totals of the invoices shown' })
  const usd = totals.getByRole('listitem').filter({ hasText: '$' })
  const dueInList = money(await usd.locator('span', { hasText: 'Due' }).innerText())
  const panel = page.getByRole('region', { name: 'Balance by age' })
  const dueInPanel = money(await panel.locator('strong').first().innerText())
  await page.goto(new URL('/invoices?statement=open', page.url()).href)
  const { dialog } = statementDialog(page)
  const excel = dialog.getByRole('button', { name: 'Excel [XLSX]' })
  const { name, content } = await downloaded(page, () => excel.click())
  expect(name).toMatch(/^statement-10412-.*\.xlsx$/)
  const { rows } = readSpreadsheet(content)
  const due = rows.find(
    (row) => String(row[0]?.value).startsWith('Due on') && row[6]?.value === 'USD',
  )
  const cents = Math.round(Number(due?.[5]?.value) * 100)
  expect([dueInList, dueInPanel]).toEqual([formatMoney(cents, 'USD'), formatMoney(cents, 'USD')])
  await dialog.waitFor({ state: 'detached' })
  await page.getByText('File downloaded').first().waitFor()
})
