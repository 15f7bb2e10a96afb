import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { visit } from './browser.ts'
import { invoiceList } from './invoice-list.ts'
import { follow } from './navigation.ts'
import { phone } from './open-visit.ts'
import { ana, luis, paula, tom } from './people.ts'

const address = (page: Page) => page.url().replace(/^https?:\/\/[^/]+/, '')

const layers = [
  {
    what: 'the statement',
    as: ana,
    at: '/invoices?status=closed',
    open: (page: Page) => page.getByRole('link', { name: 'STATEMENTS' }).click(),
    close: 'Cancel',
    entry: '/invoices?status=closed&statement=open',
  },
  {
    what: 'a payment',
    as: paula,
    at: '/invoices/detail/MTS-S018',
    open: (page: Page) => page.getByRole('button', { name: 'Pay By Credit Card' }).click(),
    close: 'Cancel',
    entry: '/invoices/detail/MTS-S018?pay=open',
  },
  {
    what: 'a request',
    as: luis,
    at: '/erf',
    open: (page: Page) => page.locator('[data-opens]').first().click(),
    close: 'Close',
    entry: /^\/erf\?open=/,
  },
]

for (const { what, as, at, open, close, entry } of layers)
  test(`${what} closed by its button, also after a reload and by two clicks: Back leads to the page before`, async () => {
    const { page } = await visit({ as, at: '/ture' })
    await follow(page, at)
    const dialog = page.getByRole('dialog')
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
  })

for (const { where, as, at, ask, asked } of [
  { where: 'a request', as: luis, at: '/erf', ask: 'Approve', asked: /^Approve/i },
  { where: 'a draft', as: tom, at: '/licenses', ask: 'Delete', asked: 'Delete Draft' },
])
  test(`Back closes a question about ${where}, and leaves its panel open`, async () => {
    const { page } = await visit({ as, at })
    await page.locator('[data-opens]').first().click()
    const panel = page.locator('[data-side-panel]')
    await panel.getByRole('button', { name: ask }).click()
    const question = page.getByRole('dialog', { name: asked })
    await question.waitFor()
    const entry = address(page)
    await page.evaluate(() => history.back())
    await question.waitFor({ state: 'detached' })
    expect(await panel.isVisible()).toBe(true)
    expect(address(page)).toBe(entry)
  })

test('Back closes the sheet of filters and keeps what was chosen', async () => {
  const { page } = await visit({ as: paula, at: '/payments', viewport: phone, isMobile: true })
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
  const { page } = await visit({ as: paula, at: '/invoices' })
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
