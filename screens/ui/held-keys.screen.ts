import { expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { invoiceList } from '../../e2e/invoice-list.ts'
import { marcus, paula } from '../../e2e/people.ts'
import { hold } from '../hold.ts'
import { screen } from '../screen.ts'

/** The text in the search field, which a dialog may cover. */
const searched = (page: Page) => page.locator('input[data-search]').inputValue()

/** Types while the code of a layer is delayed, and then lets the code through. */
async function typeEarly(page: Page, code: RegExp, open: () => Promise<void>, text: string) {
  const release = await hold(page, code)
  const requested = page.waitForRequest(code)
  await open()
  await requested
  await page.keyboard.type(text)
  release()
}

test('the first Ctrl+K loses no key, also from a search field, and Enter after it works', async () => {
  const { page } = await screen({ as: paula, at: '/invoices' })
  const list = invoiceList(page)
  await list.rows.first().waitFor()
  await list.search.fill('kept')
  const palette = page.getByRole('combobox', { name: 'Go to a page, an invoice or an action' })
  await typeEarly(page, /\/Palette/, () => page.keyboard.press('Control+k'), 'MTS-S0222')
  await expect.poll(() => palette.inputValue()).toBe('MTS-S0222')
  expect(await searched(page)).toBe('kept')
  await page.keyboard.press('Escape')
  await palette.waitFor({ state: 'detached' })
  // After loading, the palette still takes a moment to open.
  await list.search.focus()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('balance\n')
  await page.getByRole('heading', { name: 'Balance Breakdown', exact: true }).waitFor()
})

test('keys that are pressed while a dialog loads reach its field', async () => {
  const { page } = await screen({ as: marcus, at: '/invites' })
  const invite = page.getByRole('button', { name: 'Invite', exact: false }).first()
  await typeEarly(page, /\/InviteDialog/, () => invite.click(), 'ann@b.example')
  const first = page.getByRole('dialog').locator('input, textarea').first()
  await expect.poll(() => first.inputValue()).toBe('ann@b.example')
})

test('text typed into another field while a layer loads stays there', async () => {
  const { page } = await screen({ as: paula, at: '/invoices' })
  const list = invoiceList(page)
  await list.rows.first().waitFor()
  const payAll = page.getByRole('button', { name: /^PAY ALL BY/ })
  await typeEarly(
    page,
    /\/PayAllDialog/,
    async () => {
      await payAll.click()
      await list.search.focus()
    },
    'mine',
  )
  await page.getByRole('dialog').waitFor()
  expect(await searched(page)).toBe('mine')
})
