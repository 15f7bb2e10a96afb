import { monthName } from '@portal/domain/kernel/day'
import { addMonths } from '@portal/domain/kernel/month'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { visit } from './browser.ts'
import { orders } from './license-pages.ts'
import { sanderlings } from './records/forecast-companies.ts'

const thisMonth = new Date().toISOString().slice(0, 7)
const ahead = (months: number) => monthName(addMonths(thisMonth, months))

const spend = (page: Page) => ({
  forecast: page.getByRole('region', { name: /^Forecast/ }),
  bars: page.getByRole('list', { name: /^Spend in/ }).getByRole('link'),
  readout: page.locator('main [aria-live=polite]'),
})
/** The months of the chart before the forecast: it begins with the first spend, at the latest six months ago. */
const past = 6

const monthsOf = (page: Page) =>
  spend(page)
    .forecast.getByRole('listitem')
    .evaluateAll((rows) => rows.map((row) => (row as HTMLElement).innerText.split('\n')[1]))

test('an unneeded license is cancelled, and the forecast falls', async () => {
  const { page } = await visit({ as: sanderlings.desktop.orderer, at: '/invoices/spend' })
  const { forecast, bars, readout } = spend(page)
  await forecast.waitFor()
  expect(await monthsOf(page)).toEqual(['$2,140.00', '$2,240.00', '$2,240.00'])
  await forecast
    .getByText(
      /^Dashed bars: licenses in force .* without other charges \(\$60\.00 in \w{3} \d{4}\)\.$/,
    )
    .waitFor()
  await forecast.getByText('What it contains').click()
  expect(await forecast.innerText()).toMatch(
    /2 license charges as charged last\. It leaves out one-time charges/,
  )
  await forecast.getByText('as charged last $2,140.00, new prices +$100.00').first().waitFor()

  // The bars continue with the forecast, which the keys can reach.
  await expect.poll(() => bars.count()).toBe(past + 3)
  await bars.nth(past - 1).focus()
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => readout.innerText()).toMatch(/\$2,140\.00.*, forecast of/s)
  expect(await bars.nth(past).getAttribute('aria-label')).toBe(
    `${ahead(1)}, forecast: open the licenses in force`,
  )
  expect(await readout.innerText()).toContain(ahead(1))

  await forecast.getByRole('link', { name: 'Licenses in force' }).click()
  const { heldBox, selection, step, added, button, dialog } = orders(page)
  await heldBox('ben.leaves').click()
  await selection.getByRole('button', { name: 'Cancel 1 license' }).click()
  await step.getByRole('button', { name: 'Add to Order' }).click()
  await added.getByRole('button', { name: 'Review Order' }).click()
  await button('Submit Order').click()
  await dialog('CONFIRM ORDER').getByRole('button', { name: 'Accept and Submit' }).click()
  await page.getByText('Order submitted.').waitFor()
  await page.goto('/invoices/spend')
  await forecast.waitFor()
  await expect.poll(() => monthsOf(page)).toHaveLength(3)
  // The last month of the license is charged whole, unless the license ends before.
  const [, , third] = await monthsOf(page)
  expect(third).toBe('$1,600.00')
  await forecast.getByText('ending \u2212$640.00').first().waitFor()
})
