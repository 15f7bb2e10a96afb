import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { invoiceList } from '../../e2e/invoice-list.ts'
import { follow } from '../../e2e/navigation.ts'
import { phone } from '../../e2e/open-visit.ts'
import { ana, luis, paula } from '../../e2e/people.ts'
import { screen } from '../screen.ts'

const address = (page: Page) => page.url().replace(/^https?:\/\/[^/]+/, '')

const layers = [
  {
    as: paula,
    at: '/invoices?status=closed',
    open: (page: Page) => page.getByRole('link', { name: 'STATEMENTS' }).click(),
    close: 'Cancel',
    entry: '/invoices?status=closed&statement=open',
  },
  {
    as: paula,
    at: '/invoices/detail/MTS-S018',
    open: (page: Page) => page.getByRole('button', { name: 'Pay By Credit Card' }).click(),
    close: 'Cancel',
    entry: '/invoices/detail/MTS-S018?pay=open',
  },
  {
    as: luis,
    at: '/erf',
    open: (page: Page) => page.locator('[data-opens]').first().click(),
    close: 'Close',
    entry: /^\/erf\?open=/,
  },
]

test('a layer closed by its button, also after a reload and by two clicks: Back leads to the page before', async () => {
  for (const { as, at, open, close, entry } of layers) {
    const { page } = await screen({ as, at: '/ture' })
    // A request stands beside its list.
    const dialog = page.locator('[role=dialog], [data-side-panel]')
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
        .getByRole('button', { name: /^Download/ })
        .first()
        .click(),
    shown: (page: Page) => page.getByRole('menu'),
  },
]

test('Back closes a menu, the palette and the shortcuts on the first page of a visit; Escape leaves no entry behind', async () => {
  for (const { open, shown } of transient) {
    const { page } = await screen({ as: paula, at: '/invoices?status=open' })
    const list = invoiceList(page)
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

test('Back closes a calendar, then its dialog, then leaves the page that the statement was opened from', async () => {
  const { page } = await screen({ as: ana, at: '/payments' })
  await page.getByRole('link', { name: 'STATEMENTS' }).click()
  const dialog = page.getByRole('dialog', { name: 'Customer Statement' })
  await dialog.getByRole('button', { name: 'Choose start date' }).click()
  const calendar = page.getByRole('dialog', { name: 'Choose start date' })
  await calendar.getByRole('grid').waitFor()
  await page.goBack()
  await calendar.waitFor({ state: 'detached' })
  expect(await dialog.isVisible()).toBe(true)
  await page.goBack()
  await dialog.waitFor({ state: 'detached' })
  await expect.poll(() => address(page)).toBe('/invoices')
  await page.goBack()
  await expect.poll(() => address(page)).toBe('/payments')
})

test('after a statement from the palette, Back closes the shortcuts and not the page', async () => {
  const { page } = await screen({ as: paula, at: '/payments' })
  await page.getByRole('button', { name: 'Remove' }).first().waitFor()
  await page.keyboard.press('Control+k')
  await page.getByRole('option', { name: 'View Customer Statement' }).click()
  const dialog = page.getByRole('dialog', { name: 'Customer Statement' })
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect.poll(() => address(page)).toBe('/invoices')
  await page.keyboard.press('?')
  const shortcuts = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await shortcuts.waitFor()
  await page.goBack()
  await shortcuts.waitFor({ state: 'detached' })
  expect(address(page)).toBe('/invoices')
  await page.goBack()
  await expect.poll(() => address(page)).toBe('/payments')
})

test('a page chosen in a menu or in the palette is one step from the page before, also after a reload', async () => {
  const { page } = await screen({ as: luis, at: '/invoices' })
  await bar(page).getByRole('button', { name: 'Luis' }).click()
  await page.getByRole('menuitem', { name: 'Sessions' }).click()
  await expect.poll(() => address(page)).toBe('/sessions')
  await page.keyboard.press('Control+k')
  await page.getByRole('option', { name: 'Payments', exact: true }).click()
  await expect.poll(() => address(page)).toBe('/payments')
  await bar(page).getByRole('button', { name: 'Luis' }).click()
  await page.getByRole('menu').waitFor()
  await page.reload()
  await page.getByRole('link', { name: 'PAYMENTS' }).waitFor()
  await page.goBack()
  await expect.poll(() => address(page)).toBe('/sessions')
  await page.goBack()
  await expect.poll(() => address(page)).toBe('/invoices')
  await page.goForward()
  await expect.poll(() => address(page)).toBe('/sessions')
})

test('Back closes a question about a request or a draft, and leaves its panel open', async () => {
  const { page } = await screen({ as: luis, at: '/erf' })
  const panel = page.locator('[data-side-panel]')
  for (const [at, ask, asked] of [
    ['/erf', 'Approve', /^Approve/i],
    ['/licenses?status=Draft', 'Delete', 'Delete Draft'],
  ] as const) {
    await page.goto(at)
    await page.locator('[data-opens]').first().click()
    await panel.getByRole('button', { name: ask }).click()
    const question = page.getByRole('dialog', { name: asked })
    await question.waitFor()
    const entry = address(page)
    await page.evaluate(() => history.back())
    await question.waitFor({ state: 'detached' })
    expect(await panel.isVisible()).toBe(true)
    expect(address(page)).toBe(entry)
  }
})

test('Back closes the sheet of filters and keeps what was chosen', async () => {
  const { page } = await screen({ as: paula, at: '/payments', viewport: phone, isMobile: true })
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

test('Back closes a question first, then leaves the page', async () => {
  const { page } = await screen({ as: paula, at: '/invoices' })
  await page.getByRole('link', { name: 'PAYMENTS' }).click()
  await page.getByRole('button', { name: 'Remove' }).first().click()
  const question = page.getByRole('dialog')
  await question.waitFor()
  await page.evaluate(() => history.back())
  await question.waitFor({ state: 'detached' })
  await expect.poll(() => address(page)).toBe('/payments')
  await page.evaluate(() => history.back())
  await expect.poll(() => address(page)).toBe('/invoices')
})
