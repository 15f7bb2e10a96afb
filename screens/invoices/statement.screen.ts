import type { Statement } from '@portal/domain/invoices/statement.schema'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { isFocused } from '../../e2e/is-focused.ts'
import { desktop, onPhone } from '../../e2e/open-visit.ts'
import { ana, paula } from '../../e2e/people.ts'
import { statementDialog } from '../../e2e/statement-dialog.ts'
import { statementPage } from '../../e2e/statement-page.ts'
import { screen } from '../screen.ts'

const address = (page: Page) => page.url().replace(/^https?:\/\/[^/]+/, '')
const at = '/invoices/statement'

test('STATEMENTS opens the dialog over the list, for this month until today', async () => {
  const { page } = await screen({ as: ana, at: '/payments/balance' })
  await page.getByRole('link', { name: 'STATEMENTS' }).click()
  const { dialog, start, end } = statementDialog(page)
  await dialog.waitFor()
  await expect
    .poll(() => new URL(page.url()).pathname + new URL(page.url()).search)
    .toBe('/invoices?statement=open')
  await expect.poll(() => start.inputValue()).toBe('11/01/2026')
  await expect.poll(() => end.inputValue()).toBe('11/24/2026')
  await expect.poll(() => isFocused(start)).toBe(true)
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await expect.poll(() => new URL(page.url()).search).toBe('')
})

test('if the next month has already begun here, the statement covers the current month of the books', async () => {
  const { page } = await screen({ as: ana, at: '/invoices', timezoneId: 'Pacific/Kiritimati' })
  await page.clock.setFixedTime(new Date('2026-10-31T20:30:00Z'))
  await page.getByRole('link', { name: 'STATEMENTS' }).click()
  const { start, end } = statementDialog(page)
  await expect.poll(() => start.inputValue()).toBe('10/01/2026')
  await expect.poll(() => end.inputValue()).toBe('10/31/2026')
})

test('invalid and missing days are marked in their fields, kept as typed, and a refused range is shown', async () => {
  const { page, desk } = await screen({ as: ana, at: '/invoices?statement=open' })
  const { dialog, start, end, fetch } = statementDialog(page)
  await end.fill('2/30/2026')
  await fetch.click()
  await dialog.getByText('Date input not valid.').waitFor()
  await expect.poll(() => end.inputValue()).toBe('2/30/2026')
  await expect.poll(() => end.getAttribute('aria-invalid')).toBe('true')
  await expect.poll(() => isFocused(end)).toBe(true)
  expect(await start.getAttribute('aria-invalid')).not.toBe('true')
  await start.fill('')
  await fetch.click()
  await dialog.getByText('Please provide all required fields.').waitFor()
  await expect.poll(() => start.getAttribute('aria-invalid')).toBe('true')
  await start.fill('03/01/2026')
  await end.fill('02/01/2026')
  await fetch.click()
  await dialog
    .getByRole('alert')
    .getByText('Failed to fetch statement. Please check your input.')
    .waitFor()
  expect(desk.asked('downloadStatement')).toEqual([])

  // Days may be typed in several ways or chosen from a calendar.
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

test('a period of the dialog is shown here, and Back leads to the dialog; without a possible one it is this month', async () => {
  const { page } = await screen({ as: ana, at: `${at}?from=2026-11-30&to=2026-11-01&row=rent` })
  const { account } = statementPage(page)
  await account('USD').getByText('Closing balance on 11/24/2026').waitFor()
  expect(address(page)).toBe(at)
  await page.getByRole('link', { name: 'Other period' }).click()
  const { start, end, show } = statementDialog(page)
  await start.fill('10/01/2026')
  await end.fill('10/31/2026')
  await show.click()
  await account('USD').getByText('Closing balance on 10/31/2026').waitFor()
  expect(address(page)).toBe(`${at}?from=2026-10-01&to=2026-10-31`)
  await page.goBack()
  await start.waitFor()
})

const movement = {
  day: '2026-11-10',
  invoiceNumber: 'MTS-S013',
  isKept: true,
  row: 'transfers',
  what: 'Bank transfer',
  reference: 'REM 77 · RCT-1',
  paidOn: '2026-11-08',
  paymentId: null,
  source: 'Our books',
  cents: -140_000,
  currency: 'USD',
} as const
const aging = { current: 0, '1-30': 0, '31-60': 0, '61-90': 0, '90+': 0, other: 0 }
const line = (row: Statement['accounts'][number]['lines'][number]['row'], label: string) => ({
  row,
  label,
  cents: -140_000,
  isTotal: false,
})
const statement: Statement = {
  asOf: '2026-11-24',
  facts: [{ label: 'State', value: 'Final' }],
  accounts: [
    {
      currency: 'USD',
      lines: [
        line('opening', 'Opening balance on 11/01/2026'),
        line('transfers', 'Bank transfers (1)'),
        line('booked', 'Booked by the provider (60)'),
        line('cardPayments', 'Card payments (2)'),
        line('closing', 'Closing balance on 11/24/2026'),
        line('pending', 'Being paid'),
        line('due', 'Due on 11/24/2026'),
      ],
      closingCents: 0,
      aging,
    },
    { currency: 'EUR', lines: [line('transfers', 'Bank transfers (1)')], closingCents: 0, aging },
  ],
  movements: {
    title: 'Movements from 11/01/2026 to 11/24/2026',
    empty: '',
    rows: [
      movement,
      { ...movement, currency: 'EUR', invoiceNumber: 'EURO-1' },
      { ...movement, row: 'cardPayments', paymentId: '3f0a4f6e-2b8e-4f1b-9d5e-0c1a2b3c4d5e' },
      { ...movement, row: 'cardPayments', isKept: false, invoiceNumber: 'GONE-1' },
      ...Array.from({ length: 60 }, () => ({ ...movement, row: 'booked' as const })),
    ],
    totals: [{ currency: 'USD', count: '4 lines', cents: -560_000 }],
  },
  open: {
    title: 'Open invoices and credits on 11/24/2026',
    empty: 'None.',
    rows: [],
    totals: [],
  },
  notes: ['This statement covers only invoices of the categories that its reader sees today.'],
}

test.each([
  ['a desktop', { viewport: desktop }],
  ['a phone', onPhone],
])(
  'on %s a line of the account leads to its movements, and each to its invoice',
  async (_, size) => {
    const { page } = await screen({ as: paula, at, ...size, answers: { getStatement: statement } })
    const { account, movements } = statementPage(page)
    const rows = movements.locator('tbody tr')
    const usd = account('USD')
    await page.getByText(statement.notes[0]!).waitFor()
    expect(await rows.count()).toBe(50)
    expect(await usd.getByRole('link').allInnerTexts()).not.toContain('Being paid')
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(
      size.viewport.width,
    )
    await usd.getByRole('link', { name: 'Booked by the provider (60)' }).click()
    const heading = page.getByRole('heading', { name: /^Movements/ })
    await expect
      .poll(() => heading.evaluate((one) => one.getBoundingClientRect().top))
      .toBeLessThan(100)
    await page.getByRole('button', { name: 'Show 10 more' }).click()
    await expect.poll(() => rows.count()).toBe(60)
    await page.goBack()
    await expect.poll(() => rows.count()).toBe(50)
    await usd.getByRole('link', { name: 'Bank transfers (1)' }).click()
    await expect.poll(() => rows.count()).toBe(1)
    expect(await rows.innerText()).toMatch(/MTS-S013[^]*REM 77 · RCT-1[^]*paid 11\/08\/2026/)
    await usd.getByRole('link', { name: 'Card payments (2)' }).click()
    await expect.poll(() => rows.count()).toBe(2)
    expect(await rows.getByRole('link').allInnerTexts()).toEqual(['MTS-S013'])
    await rows.nth(1).getByText('GONE-1').waitFor()
    expect(await page.getByRole('button', { name: 'Receipt' }).count()).toBe(1)
    await page.getByRole('link', { name: 'Show all movements' }).click()
    await expect.poll(() => rows.count()).toBe(50)
    await rows.first().getByRole('link', { name: 'MTS-S013' }).click()
    await expect.poll(() => address(page)).toBe('/invoices/detail/MTS-S013')
  },
)

test('the balances lead to what was open, and the amount due to the list', async () => {
  const { page } = await screen({ as: ana, at, answers: { getStatement: statement } })
  const { account } = statementPage(page)
  const follow = (name: RegExp) => account('USD').getByRole('link', { name }).click()
  expect(await page.getByRole('button', { name: 'Receipt' }).count()).toBe(0)
  await follow(/^Closing/)
  await expect.poll(() => address(page)).toBe(`${at}?from=2026-11-01&to=2026-11-24#open`)
  await follow(/^Opening/)
  await expect.poll(() => address(page)).toBe(`${at}?from=2026-10-01&to=2026-10-31#open`)
  await follow(/^Due/)
  await expect.poll(() => address(page)).toBe('/invoices?totals=open')
})
