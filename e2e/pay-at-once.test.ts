import { expect, test } from 'vitest'
import { visit } from './browser.ts'
import { breakProvider, chargesFor } from './card-sandbox.ts'
import { phone } from './open-visit.ts'
import { payment } from './payment.ts'
import { luis, paula } from './people.ts'

const charges = '^/v1/payment_intents$'

test('two people paying the same invoice at once charge the card once, and one of them gets a message', async () => {
  const visits = [await visit({ as: paula }), await visit({ as: luis })]
  for (const { page, problems } of visits) {
    problems.expect(/status of 409/)
    await payment(page).open('MTS-S015')
    await payment(page).pay.waitFor()
  }
  await breakProvider({ kind: 'latency', method: 'POST', path: charges, ms: 1500 })
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

test('when the provider fails the payment is being confirmed, and ends with or without a charge', async () => {
  const { page } = await visit({ as: paula })
  const { open, pay, title, close } = payment(page)
  await open('MTS-S017')
  await pay.waitFor()
  await breakProvider({ kind: 'reset_after', method: 'POST', path: charges, times: 2 })
  await pay.click()
  await title('Payment Being Confirmed').waitFor()
  await close.click()
  await page.getByText('(pending)').waitFor()
  // The intent exists but was never confirmed: the worker cancels it, and the invoice can be paid again.
  await expect
    .poll(
      async () => {
        await page.reload()
        await page.getByText('Remaining Balance Due').waitFor()
        return page.getByText('(pending)').count()
      },
      { timeout: 40_000, interval: 2000 },
    )
    .toBe(0)
  expect(await chargesFor('MTS-S017')).toEqual([])
  await open('MTS-S017')
  await pay.click()
  await title('Payment Successful').waitFor()
  expect((await chargesFor('MTS-S017')).map(({ status }) => status)).toEqual(['succeeded'])
}, 90_000)

test('a reload during a payment returns to the same payment, on a phone too', async () => {
  const { page } = await visit({ as: paula, viewport: phone })
  const { open, pay, title, dialog } = payment(page)
  await open('MTS-S011')
  await pay.waitFor()
  await breakProvider({ kind: 'latency', method: 'POST', path: '/confirm$', ms: 6000 })
  await pay.click()
  await expect.poll(() => pay.getAttribute('aria-busy')).toBe('true')
  // The intent is created in this time; confirming it takes longer.
  await page.waitForTimeout(1500)
  await page.reload()
  await title('Payment Being Confirmed').or(title('Payment Successful')).first().waitFor()
  await title('Payment Successful').waitFor()
  expect(await dialog.innerText()).not.toContain('already been charged')
  await expect.poll(() => chargesFor('MTS-S011')).toHaveLength(1)
}, 60_000)
