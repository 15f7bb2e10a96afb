import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { invoiceList } from '../../e2e/invoice-list.ts'
import { isFocused } from '../../e2e/is-focused.ts'
import { onPhone } from '../../e2e/open-visit.ts'
import { ana, rob, tom } from '../../e2e/people.ts'
import { longList } from '../invoices/long-list.ts'
import { screen } from '../screen.ts'

const focusedRow = (page: Page) =>
  page.evaluate(() => document.activeElement?.getAttribute('data-index'))

test('the first Tab shows a link to the content, which a press follows', async () => {
  const { page } = await screen({ as: ana, at: '/invoices' })
  await invoiceList(page).rows.first().waitFor()
  for (const follow of [
    () => page.keyboard.press('Enter'),
    () => page.getByRole('link', { name: 'Skip to content' }).click(),
  ]) {
    await page.reload()
    await invoiceList(page).rows.first().waitFor()
    await page.keyboard.press('Tab')
    await follow()
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('main')
  }
  // The palette finds pages, invoices and actions.
  const field = page.getByRole('combobox', { name: 'Go to a page, an invoice or an action' })
  const find = async (words: string) => {
    await page.keyboard.press('Control+k')
    await field.fill(words)
  }
  await find('mts-s022')
  await page.getByRole('option', { name: /MTS-S022/ }).waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Invoice MTS-S022' }).waitFor()
  await find('balance')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Balance Breakdown', exact: true }).waitFor()
  await find('theme dark')
  await page.keyboard.press('Enter')
  await expect.poll(() => page.locator('html').getAttribute('data-theme')).toBe('dark')
})

test('a list of any length is one tab stop; arrows, Page, Home and End move between its rows', async () => {
  const { page } = await screen({
    as: rob,
    at: '/invoices',
    answers: { listInvoices: longList, listInvoiceTexts: [] },
  })
  const list = invoiceList(page)
  await list.rows.first().waitFor()
  await list.rows.first().focus()
  await expect.poll(() => list.grid.locator('[tabindex="0"]').count()).toBe(1)
  await page.keyboard.press('Shift+Tab')
  await expect.poll(() => focusedRow(page)).toBeNull()
  await page.keyboard.press('Tab')
  await expect.poll(() => focusedRow(page)).toBe('0')
  await page.keyboard.press('Tab')
  const left = await page.evaluate(() => !document.activeElement?.closest('[role=grid]'))
  expect(left).toBe(true)
  await list.rows.first().focus()
  const press = async (key: string, row: number) => {
    await page.keyboard.press(key)
    await expect.poll(() => focusedRow(page), { message: key }).toBe(String(row))
  }
  await press('ArrowDown', 1)
  await press('ArrowDown', 2)
  await press('ArrowUp', 1)
  await press('Home', 0)
  await page.keyboard.press('PageDown')
  await expect.poll(async () => Number(await focusedRow(page))).toBeGreaterThan(4)
  const page1 = Number(await focusedRow(page))
  await press('PageDown', 2 * page1)
  await press('PageUp', page1)
  await press('End', longList.length - 1)
  await press('ArrowDown', longList.length - 1)
  await press('Home', 0)

  // The arrows move into a row to its downloads, Escape moves back out, and Enter opens the row.
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  const downloads = list.row('L-0001').getByRole('button', { name: 'Downloads of L-0001' })
  await expect.poll(() => isFocused(downloads)).toBe(true)
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: 'Summary' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('menu').waitFor({ state: 'detached' })
  await expect.poll(() => isFocused(downloads)).toBe(true)
  await list.rows.first().focus()
  await page.keyboard.press('ArrowDown')
  await expect.poll(() => focusedRow(page)).toBe('1')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Invoice L-0002' }).waitFor()
  await page.goBack()
  await list.row('L-0002').waitFor()

  // / goes to the search and ? lists the keys, but neither while typing.
  await page.keyboard.press('/')
  await expect.poll(() => isFocused(list.search)).toBe(true)
  await page.keyboard.type('a/b?')
  await expect.poll(() => list.search.inputValue()).toBe('a/b?')
  expect(await page.getByRole('dialog').count()).toBe(0)
  await list.search.fill('')
  await list.rows.first().focus()
  await page.keyboard.press('?')
  const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await keys.waitFor()
  await keys.getByRole('switch', { name: 'Enable the single-key shortcuts /, ? and X' }).click()
  await page.keyboard.press('Escape')
  await keys.waitFor({ state: 'detached' })
  await list.rows.first().focus()
  await page.keyboard.press('x')
  await page.keyboard.press('?')
  await page.keyboard.press('Control+k')
  const palette = page.getByRole('dialog', { name: 'Go to a page, an invoice or an action' })
  await palette.waitFor()
  await expect.poll(() => keys.count()).toBe(0)
  await page.keyboard.press('Escape')
  await palette.waitFor({ state: 'detached' })
  expect(await list.selection.count()).toBe(0)
})

test('a phone without a keyboard offers no shortcuts', async () => {
  const { page } = await screen({ as: tom, at: '/licenses?show=orders', ...onPhone })
  await page.getByRole('button', { name: 'Tom Whitfield' }).click()
  await page.getByRole('menuitem', { name: 'Sessions' }).waitFor()
  expect(await page.getByRole('menuitem', { name: 'Keyboard shortcuts' }).count()).toBe(0)
  await page.getByRole('menuitem', { name: 'Go to…' }).click()
  await page.getByRole('option', { name: 'Sign Out' }).waitFor()
  expect(await page.getByRole('option', { name: 'Keyboard shortcuts' }).count()).toBe(0)
})

test('the focus is never lost: if the focused element disappears, the focus moves to the page', async () => {
  const { page } = await screen({ as: tom, at: '/licenses?show=orders' })
  const focused = () => page.evaluate(() => document.activeElement?.id)
  // A form replaces the list, including the button that opened it.
  await page.getByRole('row', { name: /P-\d/ }).first().waitFor()
  await page.getByRole('button', { name: 'new order' }).click()
  await page.getByRole('button', { name: 'Add Item', exact: true }).first().click()
  await page.getByRole('searchbox', { name: 'Search products' }).waitFor()
  await expect.poll(focused).toBe('main')
  // A panel opened by the address has no element to restore the focus to.
  await page.goto('/licenses?order=3')
  await page.locator('[data-side-panel]').getByRole('button', { name: 'Close' }).click()
  await page.locator('[data-side-panel]').waitFor({ state: 'detached' })
  await expect.poll(focused).toBe('main')
})
