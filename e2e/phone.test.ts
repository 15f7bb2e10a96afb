import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Locator } from 'playwright-core'
import { accreditation, accreditationAddress } from './accreditation-pages.ts'
import { addCard } from './add-card.ts'
import { visit } from './browser.ts'
import { chargesFor } from './card-sandbox.ts'
import { openActions } from './folded.ts'
import { cutTooEarly, headless, underToasts } from './fits.ts'
import { invoiceList } from './invoice-list.ts'
import { mailsAbout } from './mailbox.ts'
import { desktop, phone, tablet } from './open-visit.ts'
import { payment } from './payment.ts'
import { marcus, paula, tom } from './people.ts'
import { turnstone } from './records/turnstone-company.ts'
import { layers } from './screens.ts'
import { userMenu } from './sign-in.ts'
import { followInvite, invite, inviteLink, newPerson } from './team-calls.ts'

const onPhone = { viewport: phone, isMobile: true } as const

/**
 * Taps a button that must be in the lower half of the screen, where the thumb is. The second tap of a double tap does not
 * act on what the first opened: a person who reads takes longer.
 */
async function tapWithThumb(button: Locator) {
  await button.waitFor()
  await expect.poll(async () => (await button.boundingBox())?.y).toBeGreaterThan(phone.height / 2)
  await button.page().waitForTimeout(400)
  await button.tap()
}

test('an invoice is found and paid', async () => {
  await addCard(turnstone.user, 'pm_card_visa')
  const { page } = await visit({ as: turnstone.user, at: '/invoices', ...onPhone })
  const list = invoiceList(page)
  await list.search.fill('tu-phone')
  await list.row('TU-PHONE').tap()
  await tapWithThumb(page.getByRole('button', { name: 'Pay By Credit Card' }))
  const { pay, title, close } = payment(page)
  await tapWithThumb(pay)
  await title('Payment Successful').waitFor()
  await tapWithThumb(close)
  await page.getByRole('region', { name: 'Invoice' }).getByText('Paid, being posted').waitFor()
  await expect.poll(() => chargesFor('TU-PHONE')).toMatchObject([{ status: 'succeeded' }])
})

test('equipment is found and approved', async () => {
  const { page } = await visit({ as: turnstone.user, at: '/erf', ...onPhone })
  await page.getByRole('row', { name: /TU-PHONE/ }).tap()
  await tapWithThumb(page.getByRole('button', { name: 'Approve' }))
  const sure = page.getByRole('dialog', { name: 'APPROVE REQUEST' })
  await sure.getByText('I represent that I have the authority to commit').waitFor()
  await tapWithThumb(sure.getByRole('button', { name: 'Approve' }))
  await page.getByText('Approved by Tess Hale').waitFor()
})

test('an invitation is opened and accepted', async () => {
  const iris = newPerson('Iris', 'Lund')
  await invite(turnstone.user, iris, ['AccessLicenses'])
  const { page } = await followInvite(iris, await inviteLink(iris), onPhone)
  await page.getByRole('heading', { name: 'Review Invite' }).waitFor()
  await page.getByText(turnstone.name).waitFor()
  await page.getByRole('button', { name: 'Accept Invitation' }).tap()
  await userMenu(page, iris).waitFor()
  await page.getByRole('heading', { name: 'Home', level: 1 }).waitFor()
})

test('a visitor buys an accreditation', async () => {
  const { page } = await visit({ at: accreditationAddress, ...onPhone })
  const buyer = `phone-${randomUUID()}@visitor.example`
  const { fillAddress, next, pay, enterCard, thanks } = accreditation(page)
  await fillAddress()
  await next.tap()
  await enterCard(buyer)
  await pay.tap()
  await thanks.waitFor()
  await expect
    .poll(async () => JSON.stringify(await mailsAbout('Receipt for TT Platform Accreditation')))
    .toContain(buyer)
})

// Their content is higher than the screen, or their first control is at the end.
test.each(
  layers.filter(({ name }) =>
    /^(pay-all|status-choices|history-filters|statement|calendar|invite)$/.test(name),
  ),
)(
  'the sheet of $name opens at its top, with its head in sight',
  async ({ as, at, open, shows }) => {
    const { page } = await visit({ as, at, ...onPhone, reducedMotion: 'reduce' })
    await open?.(page)
    await shows(page).waitFor()
    expect(await headless(page)).toEqual([])
  },
)

test.each([
  ['a phone', { viewport: phone, isMobile: true }],
  ['a tablet', { viewport: tablet }],
])('on %s the customer number of an invoice is never cut off', async (_, looks) => {
  const { page } = await visit({ as: paula, at: '/invoices', ...looks })
  await invoiceList(page).rows.first().waitFor()
  expect(await cutTooEarly(page)).toEqual([])
})

test('selecting invoices gives their amounts the place of their menus', async () => {
  const { page } = await visit({ as: paula, at: '/invoices', ...onPhone })
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
})

test('a single place is in the top bar, and without places the actions are at the end of the screen', async () => {
  const { page } = await visit({ as: tom, at: '/licenses', ...onPhone })
  const place = page.getByRole('link', { name: 'LICENSES', exact: true })
  await place.waitFor()
  const { y, width, height } = (await place.boundingBox())!
  expect(y + height).toBeLessThanOrEqual(56)
  expect(Math.min(width, height)).toBeGreaterThanOrEqual(44)
  const menu = (await userMenu(page, tom).boundingBox())!
  const right = (await place.boundingBox())!.x + width
  expect(right).toBeLessThanOrEqual(menu.x)

  const other = await visit({ as: marcus, at: '/users', ...onPhone })
  const bar = other.page.locator('[data-action-bar]')
  await bar.waitFor()
  const box = (await bar.boundingBox())!
  expect(Math.round(box.y + box.height)).toBe(phone.height)
})

test('the amount of a line is beside the first line of its product', async () => {
  const at = '/invoices/detail/MTS-USAGE-612?sort=total'
  const { page } = await visit({ as: paula, at, ...onPhone })
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

test.each([
  ['a phone', { viewport: phone, isMobile: true }],
  ['a tablet', { viewport: tablet }],
  ['a desktop', { viewport: desktop }],
])('on %s a toast covers no control', async (_, looks) => {
  const { page } = await visit({ as: paula, at: '/invoices', ...looks, reducedMotion: 'reduce' })
  await invoiceList(page).rows.first().waitFor()
  await openActions(page)
  await page.getByRole('button', { name: 'CSV' }).click()
  await page.getByText('CSV exported').first().waitFor()
  expect(await underToasts(page)).toEqual([])
})
