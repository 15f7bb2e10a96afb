import type { EquipmentRequest } from '@portal/domain/equipment/equipment.schema'
import { expect, test } from 'vitest'
import type { Locator } from 'playwright-core'
import { openActions } from '../../e2e/folded.ts'
import { cutTooEarly, headless, underToasts } from '../../e2e/fits.ts'
import { invoiceList } from '../../e2e/invoice-list.ts'
import { follow } from '../../e2e/navigation.ts'
import { desktop, onPhone, phone, tablet } from '../../e2e/open-visit.ts'
import { marcus, paula, tom } from '../../e2e/people.ts'
import { turnstone } from '../../e2e/records/turnstone-company.ts'
import { layers } from '../../e2e/screens.ts'
import { userMenu } from '../../e2e/sign-in.ts'
import { screen } from '../screen.ts'
import { now } from '../world.ts'

/** The thumb reaches the lower half of the screen. */
async function inReach(button: Locator) {
  await button.waitFor()
  await expect.poll(async () => (await button.boundingBox())?.y).toBeGreaterThan(phone.height / 2)
  return button
}

test('equipment is found and approved', async () => {
  let request: EquipmentRequest | undefined
  const { page, desk } = await screen({
    as: turnstone.user,
    at: '/erf',
    ...onPhone,
    answers: {
      getEquipmentRequest: async (_, recorded) => (request ??= await recorded()),
      approveEquipmentRequest: () =>
        (request = {
          ...request!,
          externalOrderStatus: 'Order Submitted',
          decisions: [
            {
              decision: 'approved',
              decidedBy: 'Tess Hale',
              decidedAt: now,
              total: 1250.5,
              shownTotal: null,
              terms: null,
            },
          ],
        }),
    },
  })
  await page.getByRole('row', { name: /TU-PHONE/ }).tap()
  await (await inReach(page.getByRole('button', { name: 'Approve' }))).tap()
  const sure = page.getByRole('dialog', { name: 'APPROVE REQUEST' })
  await sure.getByText('I represent that I have the authority to commit').waitFor()
  // An immediate tap would be the second of a double tap.
  await (await inReach(sure.getByRole('button', { name: 'Approve' }))).press('Enter')
  await page.getByText('Approved by Tess Hale').waitFor()
  expect(desk.asked('approveEquipmentRequest')).toMatchObject([
    { query: { requestId: 'TU-PHONE' } },
  ])
})

test('the sheet of each dialog opens at its top, with a visible head', async () => {
  // Their content is higher than the screen, or their first control is at the end.
  const high = /^(pay-all|status-choices|statement|calendar|invite)$/
  const highs = layers.filter(({ name }) => high.test(name))
  for (const person of new Set(highs.map(({ as }) => as))) {
    const theirs = highs.filter(({ as }) => as === person)
    const answers = theirs.some(({ name }) => name === 'invite') ? { listUserCategories: [] } : {}
    const { page } = await screen({ as: person, at: '/ture', ...onPhone, answers })
    for (const { name, at, open, shows } of theirs) {
      await follow(page, '/ture')
      await follow(page, at)
      await open?.(page)
      await shows(page).waitFor()
      expect(await headless(page), name).toEqual([])
    }
  }
})

test('on a phone and a tablet the customer number of an invoice is never cut off, and a toast covers no control', async () => {
  const { page } = await screen({ as: paula, at: '/invoices' })
  for (const viewport of [phone, tablet, desktop]) {
    await page.setViewportSize(viewport)
    await invoiceList(page).rows.first().waitFor()
    const cut = await cutTooEarly(page)
    expect(viewport === desktop ? [] : cut).toEqual([])
    await openActions(page)
    await page.getByRole('button', { name: 'CSV' }).click()
    await page.getByText('File downloaded').first().waitFor()
    expect(await underToasts(page)).toEqual([])
  }
})

test('selecting invoices moves their amounts to the place of their menus; the amount of a line is beside its product', async () => {
  const { page } = await screen({ as: paula, at: '/invoices', ...onPhone })
  const { rows } = invoiceList(page)
  const amount = rows.first().getByText('USD', { exact: true })
  const end = async () => {
    const { x, width } = (await amount.boundingBox())!
    return x + width
  }
  await amount.waitFor()
  expect(await end()).toBeLessThan(phone.width - 50)
  await openActions(page)
  await page.getByRole('button', { name: 'Select', exact: true }).tap()
  await expect.poll(end).toBeGreaterThan(phone.width - 20)
  await expect.poll(() => page.getByRole('button', { name: /^Downloads of/ }).count()).toBe(0)

  await follow(page, '/invoices/detail/MTS-USAGE-612?sort=total')
  const lines = page.getByRole('grid', { name: 'Line items' }).locator('[data-index]')
  await lines.first().waitFor()
  const tops = await lines.evaluateAll((all) =>
    all.map((line) => {
      const [product] = line.querySelectorAll('[role=gridcell]')
      const total = line.querySelector('[role=gridcell][style*="total"]')
      const topOf = (one: Element) => one.getBoundingClientRect().top
      return Math.abs(topOf(product!) - topOf(total!))
    }),
  )
  expect(Math.max(...tops)).toBeLessThan(4)
})

test('a single area is in the top bar, and without areas the actions are at the end of the screen', async () => {
  const { page } = await screen({ as: tom, at: '/licenses', ...onPhone })
  const place = page.getByRole('link', { name: 'LICENSES', exact: true })
  await place.waitFor()
  const { y, width, height } = (await place.boundingBox())!
  expect(y + height).toBeLessThanOrEqual(56)
  expect(Math.min(width, height)).toBeGreaterThanOrEqual(44)
  const menu = (await userMenu(page, tom).boundingBox())!
  const right = (await place.boundingBox())!.x + width
  expect(right).toBeLessThanOrEqual(menu.x)

  const answers = { listUserCategories: [] }
  const other = await screen({ as: marcus, at: '/users', ...onPhone, answers })
  const bar = other.page.locator('[data-action-bar]')
  await bar.waitFor()
  const box = (await bar.boundingBox())!
  expect(Math.round(box.y + box.height)).toBe(phone.height)
})
