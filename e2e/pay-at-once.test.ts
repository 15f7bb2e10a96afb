import { expect, test } from 'vitest'
import { visit } from './browser.ts'
import { breakProvider, chargesFor, holdConfirmation } from './card-sandbox.ts'
import { phone } from './open-visit.ts'
import { payment } from './payment.ts'
import { luis, paula } from './people.ts'

test('two people paying the same invoice at once charge the card once, and one of them gets a message', async () => {
  const visits = [await visit({ as: paula }), await visit({ as: luis })]
  for (const { page, problems } of visits) {
    problems.expect(/status of 409/)
    await payment(page).open('MTS-S015')
    await payment(page).pay.waitFor()
  }
  await breakProvider({ kind: 'latency', method: 'POST', path: '^/v1/payment_intents$', ms: 1500 })
  await Promise.all(visits.map(({ page }) => payment(page).pay.click()))
  const outcomes = await Promise.all(
    visits.map(async ({ page }) => {
      const { title, alert } = payment(page)
      await title('Payment Successful').or(alert).first().waitFor()
      return (await alert.count()) ? 'told' : 'paid'
    }),
  )
  expect(outcomes.toSorted()).toEqual(['paid', 'told'])
  await expect
    .poll(() => chargesFor('MTS-S015'))
    .toMatchObject([{ amount: 165_554, status: 'succeeded' }])
})

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
