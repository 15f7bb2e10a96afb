import { expect, test } from 'vitest'
import { isFocused } from '../../e2e/is-focused.ts'
import { ana } from '../../e2e/people.ts'
import { statementDialog } from '../../e2e/statement-dialog.ts'
import { screen } from '../screen.ts'

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
