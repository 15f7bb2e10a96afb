import { expect, test } from 'vitest'
import { visit } from './browser.ts'
import { breakProvider, chargesFor } from './card-sandbox.ts'
import { payment } from './payment.ts'
import { paula } from './people.ts'

test('when the provider fails, the payment is shown as being confirmed, and ends with or without a charge', async () => {
  const { page } = await visit({ as: paula })
  const { open, pay, title, close } = payment(page)
  await open('MTS-S017')
  await pay.waitFor()
  await breakProvider({
    kind: 'reset_after',
    method: 'POST',
    path: '^/v1/payment_intents$',
    times: 2,
  })
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
