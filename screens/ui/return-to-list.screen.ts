import type { Locator } from 'playwright-core'
import { expect, test } from 'vitest'
import { scrollDown, topOf } from '../../e2e/invoice-list.ts'
import { onPhone } from '../../e2e/open-visit.ts'
import { luis } from '../../e2e/people.ts'
import { screen } from '../screen.ts'

/** The row or the link in it: a click has focused the link, and a panel returns the focus there. */
const isFocused = (row: Locator) =>
  row.evaluate((element) => element.contains(document.activeElement))

const devices = [{}, onPhone]

test('back from an invoice the list is at the same position, and the row is focused, on a desktop and a phone', async () => {
  for (const device of devices) {
    const { page } = await screen({ as: luis, at: '/invoices?status=closed', ...device })
    const row = await scrollDown(page)
    const top = await topOf(row)
    for (const goBack of [
      () => page.getByRole('link', { name: 'All Invoices' }).click(),
      () => page.goBack(),
    ]) {
      await row.getByRole('link').click()
      await page.getByText('Service Period').waitFor()
      await goBack()
      await expect.poll(() => isFocused(row)).toBe(true)
      expect(Math.abs((await topOf(row)) - top)).toBeLessThan(40)
      await expect.poll(() => new URL(page.url()).search).toBe('?status=closed')
    }
  }
})

test('back from a reloaded invoice the row is visible and focused; from the menu the list starts at its first row', async () => {
  const { page } = await screen({ as: luis, at: '/invoices?status=closed' })
  const row = await scrollDown(page)
  await row.getByRole('link').click()
  await page.getByText('Service Period').waitFor()
  await page.reload()
  await page.getByText('Service Period').waitFor()
  await page.goBack()
  await expect.poll(() => isFocused(row)).toBe(true)
  expect(await topOf(row)).toBeGreaterThan(0)

  await row.getByRole('link').click()
  await page.getByText('Service Period').waitFor()
  await page.getByRole('link', { name: 'INVOICES', exact: true }).click()
  await page.locator('[data-index="0"]').waitFor()
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('main')
})

test('back from a request the row is focused', async () => {
  const { page } = await screen({ as: luis, at: '/erf' })
  const request = page.getByRole('grid', { name: 'Requests' }).getByRole('row').nth(3)
  await request.locator('[data-opens]').click()
  const panel = page.locator('[data-side-panel]')
  await panel.getByRole('button', { name: 'Close' }).click()
  await expect.poll(() => isFocused(request)).toBe(true)
  await request.locator('[data-opens]').click()
  await panel.waitFor()
  await page.goBack()
  await expect.poll(() => isFocused(request)).toBe(true)
  await request.locator('[data-opens]').click()
  await panel.getByRole('link', { name: 'Request details' }).click()
  await page.getByRole('link', { name: 'Approvals' }).click()
  await panel.getByRole('button', { name: 'Close' }).click()
  await expect.poll(() => isFocused(request)).toBe(true)
})
