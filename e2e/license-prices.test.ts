import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { portal, visit } from './browser.ts'
import { downloaded } from './downloaded.ts'
import { orders } from './license-pages.ts'
import { phone } from './open-visit.ts'
import { importRecords } from './portal/import-records.ts'
import { godwitLicense, godwits } from './records/license-company.ts'

const sizes = [
  { name: 'desktop' as const },
  { name: 'phone' as const, viewport: phone, isMobile: true },
]
const open = (
  journey: keyof typeof godwits,
  { name, viewport, isMobile = false }: (typeof sizes)[number],
) =>
  visit({
    as: godwits[journey][name].orderer,
    at: '/licenses',
    isMobile,
    ...(viewport && { viewport }),
  })
const end = (accountId: string, userName: string) =>
  importRecords(portal, [godwitLicense(accountId, userName, { status: 'Ended' })])
const search = (page: Page) => page.getByRole('searchbox', { name: 'Search your licenses' })

test.each(sizes)(
  'a license that ends while it is selected leaves the selection and is not added, on a $name',
  async (size) => {
    const { accountId } = godwits.ending[size.name]
    const { page } = await open('ending', size)
    const { heldRow, heldBox, selection, step, added, items } = orders(page)
    for (const user of ['bob.listed', 'cy.ends', 'dee.ends']) await heldBox(user).click()
    await selection.getByText('3 selected', { exact: true }).waitFor()
    // On the row, and in the sum of the selection.
    await heldRow('bob.listed').getByText('list price').waitFor()
    expect(await heldRow('cy.ends').getByText('list price').count()).toBe(0)
    await selection.getByText('a month by our records and list prices').waitFor()

    end(accountId, 'cy.ends')
    await search(page).fill('bob')
    await page
      .getByText('1 license is no longer in force and left the selection.')
      .first()
      .waitFor()
    await selection.getByText('2 selected (1 not shown)').waitFor()

    // The next one ends while the user reads what is about to be added.
    await selection.getByRole('button', { name: 'Cancel 2 licenses' }).click()
    await step
      .getByText('Change in monthly cost: \u2212$3,075.00 a month by our records and list prices')
      .waitFor()
    end(accountId, 'dee.ends')
    await step.getByRole('button', { name: 'Add to Order' }).click()
    await page
      .getByText('1 license is no longer in force and could not be added to the order.')
      .first()
      .waitFor()
    await added.getByText('1 item has been added to your order.').waitFor()
    await added.getByRole('button', { name: 'Review Order' }).click()
    await items.getByText('\u2212$1,575.00 a month at list prices').waitFor()
    expect(await items.count()).toBe(1)
  },
)

test.each(sizes)(
  'a cancelled license saves the price of its record, from the step to the details, on a $name',
  async (size) => {
    const { page } = await open('saving', size)
    const { held, heldRow, heldBox, selection, step, added, items, dialog, button } = orders(page)
    const saved = '\u2212€90.00 a month by our records'
    await heldBox('ann.agreed').click()
    await selection.getByRole('button', { name: 'Cancel 1 license' }).click()
    await step.getByText(`Change in monthly cost: ${saved}`).waitFor()
    await step.getByRole('button', { name: 'Add to Order' }).click()
    await added.getByRole('button', { name: 'Review Order' }).click()
    await items.filter({ hasText: 'ann.agreed' }).getByText(saved).waitFor()
    await button('Submit Order').click()
    await dialog('CONFIRM ORDER').getByText(saved).waitFor()
    await dialog('CONFIRM ORDER').getByRole('button', { name: 'Accept and Submit' }).click()
    await page.getByText('Order submitted.').waitFor()
    await orders(page).row('Gus Wade').first().click()
    await page.locator('[data-side-panel]').getByText(saved).waitFor()

    // What has no price by the records is found; its list price is marked on the page and in the file.
    await page.goto('/licenses?standing=unpriced')
    await page.getByText('1 license found').waitFor()
    await heldRow('bob.listed').getByText('list price').waitFor()
    expect(await held.locator('[data-index]').count()).toBe(1)
    await page.getByText('By our records, at list prices.').waitFor()
    if (size.isMobile) return
    const { content } = await downloaded(page, () =>
      page.getByRole('button', { name: 'Export CSV' }).click(),
    )
    expect(content.toString('utf8')).toContain('1575,"USD","List price"')
  },
)
