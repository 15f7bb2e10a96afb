import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { invoiceList } from '../../e2e/invoice-list.ts'
import { follow } from '../../e2e/navigation.ts'
import { onPhone } from '../../e2e/open-visit.ts'
import { luis, paula } from '../../e2e/people.ts'
import { screen } from '../screen.ts'

const address = (page: Page) => page.url().replace(/^https?:\/\/[^/]+/, '')

const layers = [
  {
    at: '/invoices?status=closed',
    open: (page: Page) => page.getByRole('button', { name: /^PAY ALL BY/ }).click(),
    close: 'Cancel',
    entry: '/invoices?status=closed&payAll=open',
  },
  {
    at: '/invoices/detail/MTS-S013',
    open: (page: Page) => page.getByRole('button', { name: 'Pay By Credit Card' }).click(),
    close: 'Cancel',
    entry: '/invoices/detail/MTS-S013?pay=open',
  },
  // A request is beside its list.
  {
    at: '/erf',
    open: (page: Page) => page.locator('[data-opens]').first().click(),
    close: 'Close',
    entry: /^\/erf\?open=/,
  },
]

test('after a layer is closed by its button, also after a reload and by two clicks, Back leads to the previous page', async () => {
  const { page } = await screen({ as: luis, at: '/ture' })
  const dialog = page.locator('[role=dialog], [data-side-panel]')
  for (const { at, open, close, entry } of layers) {
    await follow(page, at)
    for (const isReloaded of [false, true]) {
      await open(page)
      await dialog.waitFor()
      await expect.poll(() => address(page)).toMatch(entry)
      if (isReloaded) await page.reload()
      const button = dialog.getByRole('button', { name: close }).first()
      if (isReloaded) await button.click()
      else await button.dblclick({ delay: 0 })
      await dialog.waitFor({ state: 'detached' })
      await expect.poll(() => address(page)).toBe(at)
    }
    await page.goBack()
    await expect.poll(() => address(page)).toBe('/ture')
    await page.goForward()
    await expect.poll(() => address(page)).toBe(at)
    await page.goBack()
    await expect.poll(() => address(page)).toBe('/ture')
  }
})

const bar = (page: Page) => page.getByRole('banner')

const transient = [
  {
    open: (page: Page) => bar(page).getByRole('button', { name: 'Paula' }).click(),
    shown: (page: Page) => page.getByRole('menu'),
  },
  {
    open: (page: Page) => page.keyboard.press('Control+k'),
    shown: (page: Page) => page.getByRole('dialog', { name: 'Go to a page' }),
  },
  {
    open: async (page: Page) => {
      await bar(page).getByRole('button', { name: 'Paula' }).click()
      await page.getByRole('menuitem', { name: 'Keyboard shortcuts' }).click()
    },
    shown: (page: Page) => page.getByRole('dialog', { name: 'Keyboard shortcuts' }),
  },
  {
    open: (page: Page) =>
      page
        .getByLabel(/^Download/)
        .first()
        .click(),
    shown: (page: Page) => page.getByRole('menu'),
  },
]

test('Back closes a menu, the palette and the shortcuts on the first page of a visit; Escape leaves no history entry', async () => {
  const { page } = await screen({ as: paula, at: '/invoices?status=open' })
  const list = invoiceList(page)
  for (const { open, shown } of transient) {
    await list.rows.first().waitFor()
    await open(page)
    await shown(page).waitFor()
    await page.goBack()
    await shown(page).waitFor({ state: 'detached' })
    expect(address(page)).toBe('/invoices?status=open')
    await page.getByRole('link', { name: 'PAYMENTS' }).click()
    await expect.poll(() => address(page)).toBe('/payments')
    await page.goBack()
    await list.rows.first().waitFor()
    await open(page)
    await shown(page).waitFor()
    await page.keyboard.press('Escape')
    await shown(page).waitFor({ state: 'detached' })
    await page.getByRole('link', { name: 'PAYMENTS' }).click()
    await expect.poll(() => address(page)).toBe('/payments')
    await page.goBack()
    await expect.poll(() => address(page)).toBe('/invoices?status=open')
  }
})

test('Back closes a calendar, then its popover, then leaves the page below; likewise for a question', async () => {
  const { page } = await screen({ as: luis, at: '/payments' })
  await follow(page, '/manage')
  await page.getByRole('button', { name: /^Period/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Period' })
  await dialog.getByRole('button', { name: 'Choose the first day' }).click()
  const calendar = page.getByRole('dialog', { name: 'Choose the first day' })
  await calendar.getByRole('grid').waitFor()
  await page.goBack()
  await calendar.waitFor({ state: 'detached' })
  expect(await dialog.isVisible()).toBe(true)
  await page.goBack()
  await dialog.waitFor({ state: 'detached' })
  await expect.poll(() => address(page)).toBe('/manage')
  await page.goBack()
  await expect.poll(() => address(page)).toBe('/payments')
  await follow(page, '/erf')
  await page.locator('[data-opens]').first().click()
  const panel = page.locator('[data-side-panel]')
  await panel.getByRole('button', { name: 'Approve' }).click()
  const question = page.getByRole('dialog', { name: /^Approve/i })
  await question.waitFor()
  await page.goBack()
  await question.waitFor({ state: 'detached' })
  expect(await panel.isVisible()).toBe(true)
})

test('Back closes the sheet of filters and keeps the choices', async () => {
  const { page } = await screen({ as: paula, at: '/payments', ...onPhone })
  await page.getByRole('link', { name: 'INVOICES' }).tap()
  await invoiceList(page).rows.first().waitFor()
  await page.getByRole('button', { name: 'Filters', exact: true }).tap()
  const sheet = page.getByRole('dialog', { name: 'Filters' })
  await sheet.getByRole('group', { name: 'Status' }).getByRole('button', { name: 'Credit' }).tap()
  await expect.poll(() => address(page)).toBe('/invoices?status=credit')
  await page.evaluate(() => history.back())
  await sheet.waitFor({ state: 'detached' })
  await expect.poll(() => address(page)).toBe('/invoices?status=credit')
  await page.evaluate(() => history.back())
  await expect.poll(() => address(page)).toBe('/payments')
})
