import { expect, test } from 'vitest'
import { visit } from './browser.ts'
import { chargesFor, holdConfirmation } from './card-sandbox.ts'
import { phone } from './open-visit.ts'
import { payment } from './payment.ts'
import { paula } from './people.ts'

test('a reload during a payment returns to the same payment, on a phone too', async () => {
  const { page } = await visit({ as: paula, viewport: phone })
  const { open, pay, title, dialog } = payment(page)
  await open('MTS-S011')
  await pay.waitFor()
  const confirmation = await holdConfirmation()
  await pay.click()
  await expect.poll(() => pay.getAttribute('aria-busy')).toBe('true')
  await confirmation.isHeld()
  await page.reload()
  await title('Payment Being Confirmed').waitFor()
  await confirmation.release()
  await title('Payment Successful').waitFor()
  expect(await dialog.innerText()).not.toContain('already been charged')
  await expect.poll(() => chargesFor('MTS-S011')).toHaveLength(1)
}, 60_000)
