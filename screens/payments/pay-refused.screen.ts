import { expect, test } from 'vitest'
import { openActions } from '../../e2e/folded.ts'
import { invoiceList } from '../../e2e/invoice-list.ts'
import { onPhone, tablet } from '../../e2e/open-visit.ts'
import { payment } from '../../e2e/payment.ts'
import { ana, olga, paula } from '../../e2e/people.ts'
import { screen } from '../screen.ts'

const overLimit = 'Invoice exceeds the allowed limit for credit card payments.'
const charged = 'Invoice has already been charged or has non-positive balance due'

test('a tablet shows why no card can pay below the button, which can still be pressed and shows the reason again', async () => {
  const { page, desk } = await screen({
    as: paula,
    at: '/invoices/detail/MTS-S021',
    viewport: tablet,
  })
  const button = page.getByRole('button', { name: 'Pay By Credit Card' })
  const title = page.getByRole('heading', { name: 'Invoice MTS-S021' })
  const reason = page.getByText('Over the card limit of $50,000.00', { exact: true })
  await reason.waitFor()
  expect(await button.getAttribute('aria-describedby')).toBe(await reason.getAttribute('id'))
  const [below, beside, first] = await Promise.all(
    [reason, button, title].map(async (one) => (await one.boundingBox())!),
  )
  expect(below!.y).toBeGreaterThanOrEqual(beside!.y + beside!.height)
  // The button is still beside the title, although the reason is long.
  expect(beside!.y).toBeLessThan(first!.y + first!.height)
  await button.click()
  const { alert, pay } = payment(page)
  await alert.getByText(overLimit, { exact: true }).waitFor()
  expect(await pay.count()).toBe(0)
  expect(desk.asked('payInvoice')).toEqual([])
})

test('an invoice in another currency has a disabled button with the reason', async () => {
  const { page } = await screen({ as: paula, at: '/invoices/detail/MTS-S033' })
  const button = page.getByRole('button', { name: 'Pay By Credit Card' })
  await expect.poll(() => button.isDisabled()).toBe(true)
  // The reason is visible without hover.
  await page.getByText('Cards can pay only US dollars', { exact: true }).waitFor()
  const description = await button.getAttribute('aria-describedby')
  await expect.poll(() => page.locator(`[id="${description}"]`).textContent()).toBe('Not Available')
  const hint = page.locator('[data-open]').getByText('Not Available')
  await button.hover()
  await hint.waitFor()
  await page.mouse.move(0, 0)
  await hint.waitFor({ state: 'detached' })
  await button.focus()
  await hint.waitFor()
  await page.keyboard.press('Enter')
  expect(await page.getByRole('dialog').count()).toBe(0)
})

test('a user who may not pay sees no Pay button', async () => {
  const { page } = await screen({ as: ana, at: '/invoices/detail/MTS-S016' })
  const summary = page.getByRole('button', { name: 'Summary [PDF]' })
  await summary.waitFor()
  expect(await page.getByRole('button', { name: 'Pay By Credit Card' }).count()).toBe(0)
  await page.getByRole('link', { name: 'All Invoices' }).click()
  await invoiceList(page).rows.first().waitFor()
  expect(await page.getByRole('button', { name: 'PAY ALL BY CREDIT CARD' }).count()).toBe(0)
  await page.goto('/invoices/detail/MTS-S016?pay=open')
  await summary.waitFor()
  await page.waitForLoadState('networkidle')
  expect(await page.getByRole('dialog').count()).toBe(0)
})

test('without a card a link to the cards is shown instead', async () => {
  const { page } = await screen({ as: olga, at: '/invoices/detail/O-1' })
  const { start, dialog, title, close } = payment(page)
  await start.click()
  await title('No Valid Card').waitFor()
  await close.click()
  await dialog.waitFor({ state: 'detached' })

  await page.getByRole('link', { name: 'All Invoices' }).click()
  await page.getByRole('button', { name: 'PAY ALL BY CREDIT CARD' }).click()
  await title('No Valid Card').waitFor()
  await dialog.getByRole('link', { name: 'Manage Credit Cards' }).click()
  await page.waitForURL('**/payments')
})

test('on a phone the main action of a closed invoice is its summary; the folded Pay button shows why a card cannot pay', async () => {
  const at = '/invoices/detail/MTS-S024'
  const { page } = await screen({ as: paula, at, ...onPhone })
  const card = page.getByRole('button', { name: 'Pay By Credit Card' })
  await page.getByRole('button', { name: 'Summary [PDF]' }).waitFor()
  expect(await card.count()).toBe(0)
  await openActions(page)
  await card.tap()
  await payment(page).alert.getByText(charged, { exact: true }).waitFor()
})
