import { formatDay, startOfMonth } from '@portal/domain/kernel/day'
import { formatMoney } from '@portal/domain/kernel/money'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { readSpreadsheet } from '../apps/server/test/read-spreadsheet.ts'
import { visit } from './browser.ts'
import { downloaded } from './downloaded.ts'
import { desktop, phone } from './open-visit.ts'
import { ana } from './people.ts'
import { pdfText } from './pdf-text.ts'

function statementDialog(page: Page) {
  const dialog = page.getByRole('dialog', { name: 'View Customer Statement' })
  return {
    dialog,
    start: dialog.getByRole('textbox', { name: 'Start Date' }),
    end: dialog.getByRole('textbox', { name: 'End Date' }),
    fetch: dialog.getByRole('button', { name: 'Fetch Statement' }),
  }
}

/** Today in the browser's time zone. */
const todayIn = (page: Page) =>
  page.evaluate(() => {
    const now = new Date()
    const two = (value: number) => String(value).padStart(2, '0')
    return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`
  })

test('STATEMENTS opens the dialog over the list, for this month until today', async () => {
  const { page } = await visit({ as: ana, at: '/payments/balance' })
  await page.getByRole('link', { name: 'STATEMENTS' }).click()
  const { dialog, start, end } = statementDialog(page)
  await dialog.waitFor()
  expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe('/invoices?statement=open')
  const today = await todayIn(page)
  await expect.poll(() => start.inputValue()).toBe(formatDay(startOfMonth(today)))
  await expect.poll(() => end.inputValue()).toBe(formatDay(today))
  await expect.poll(() => start.evaluate((one) => one === document.activeElement)).toBe(true)
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await expect.poll(() => new URL(page.url()).search).toBe('')
})

test('where the next month has already begun, the statement is of the month in which the books are', async () => {
  const { page } = await visit({ as: ana, at: '/invoices', timezoneId: 'Pacific/Kiritimati' })
  await page.clock.setFixedTime(new Date('2026-10-31T20:30:00Z'))
  await page.getByRole('link', { name: 'STATEMENTS' }).click()
  const { start, end } = statementDialog(page)
  await expect.poll(() => start.inputValue()).toBe('10/01/2026')
  await expect.poll(() => end.inputValue()).toBe('10/31/2026')
})

test('an invalid day is marked in its field, and kept as typed', async () => {
  const { page } = await visit({ as: ana, at: '/invoices?statement=open' })
  const { dialog, start, end, fetch } = statementDialog(page)
  await end.fill('2/30/2026')
  await fetch.click()
  await dialog.getByText('Date input not valid.').waitFor()
  await expect.poll(() => end.inputValue()).toBe('2/30/2026')
  await expect.poll(() => end.getAttribute('aria-invalid')).toBe('true')
  await expect.poll(() => end.evaluate((one) => one === document.activeElement)).toBe(true)
  expect(await start.getAttribute('aria-invalid')).not.toBe('true')
})

test('a missing day is an error', async () => {
  const { page } = await visit({ as: ana, at: '/invoices?statement=open' })
  const { dialog, start, fetch } = statementDialog(page)
  await start.fill('')
  await fetch.click()
  await dialog.getByText('Please provide all required fields.').waitFor()
  await expect.poll(() => start.getAttribute('aria-invalid')).toBe('true')
})

test('days may be typed in several ways or chosen from a calendar', async () => {
  const { page } = await visit({ as: ana, at: '/invoices?statement=open' })
  const { start, end, dialog } = statementDialog(page)
  for (const typed of ['2/3/2026', '02032026', '2026-02-03']) {
    await start.fill(typed)
    await end.focus()
    await expect.poll(() => start.inputValue()).toBe('02/03/2026')
  }
  await dialog.getByRole('button', { name: 'Choose start date' }).click()
  await page.getByRole('button', { name: 'Tuesday, February 10, 2026' }).click()
  await expect.poll(() => start.inputValue()).toBe('02/10/2026')
  // Escape closes only the calendar, then the dialog.
  await dialog.getByRole('button', { name: 'Choose end date' }).click()
  const calendar = page.getByRole('dialog', { name: 'Choose end date' })
  await calendar.waitFor()
  await page.keyboard.press('Escape')
  await calendar.waitFor({ state: 'detached' })
  await expect.poll(() => dialog.count()).toBe(1)
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
})

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

/** What the page opens in a window, in a browser that has a viewer for PDF or says so. */
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

test('a refused range is shown in the dialog', async () => {
  const { page } = await visit({ as: ana, at: '/invoices?statement=open' })
  const { dialog, start, end, fetch } = statementDialog(page)
  await start.fill('03/01/2026')
  await end.fill('02/01/2026')
  await fetch.click()
  const text = 'Failed to fetch statement. Please check your input.'
  await dialog.getByRole('alert').getByText(text).waitFor()
  await expect.poll(() => dialog.count()).toBe(1)
})

/** The amount in an element's text, one per currency: `$1,234.50` is the only one in its line. */
const money = (text: string) => text.match(/-?[$€£][\d,]+\.\d\d/)?.[0]

test.each([
  ['desktop', desktop],
  ['phone', phone],
])('on a %s the spreadsheet of today has the amounts of list and aging', async (_, viewport) => {
  const { page } = await visit({ as: ana, at: '/invoices?totals=open', viewport })
  const totals = page.getByRole('list', { name: 'Totals of the invoices shown' })
  const usd = totals.getByRole('listitem').filter({ hasText: '$' })
  const dueInList = money(await usd.getByText('Due').innerText())
  const panel = page.getByRole('region', { name: 'Balance by age' })
  const dueInPanel = money(await panel.locator('strong').first().innerText())
  await page.goto(new URL('/invoices?statement=open', page.url()).href)
  const { dialog } = statementDialog(page)
  const excel = dialog.getByRole('button', { name: 'Excel [XLSX]' })
  const { name, content } = await downloaded(page, () => excel.click())
  expect(name).toMatch(/^statement-10412-.*\.xlsx$/)
  const { rows } = readSpreadsheet(content)
  const closing = rows.find(
    (row) => String(row[0]?.value).startsWith('Closing balance') && row[6]?.value === 'USD',
  )
  const cents = Math.round(Number(closing?.[5]?.value) * 100)
  expect([dueInList, dueInPanel]).toEqual([formatMoney(cents, 'USD'), formatMoney(cents, 'USD')])
  await dialog.waitFor({ state: 'detached' })
  await page.getByText('File downloaded').first().waitFor()
})
