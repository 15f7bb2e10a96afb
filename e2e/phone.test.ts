import { expect, test } from 'vitest'
import type { Locator } from 'playwright-core'
import { addCard } from './add-card.ts'
import { visit } from './browser.ts'
import { chargesFor } from './card-sandbox.ts'
import { invoiceList } from './invoice-list.ts'
import { onPhone, phone } from './open-visit.ts'
import { payment } from './payment.ts'
import { turnstone } from './records/turnstone-company.ts'

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
