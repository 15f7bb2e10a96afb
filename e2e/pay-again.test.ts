import { expect, test } from 'vitest'
import { portal, visit } from './browser.ts'
import { chargesFor } from './card-sandbox.ts'
import { invoiceList } from './invoice-list.ts'
import { confirmation, payment } from './payment.ts'
import { paula } from './people.ts'

test('a refunded invoice is marked, and is paid again only after an explicit confirmation', async () => {
  const { page } = await visit({ as: paula })
  const { open, dialog, title, pay, close } = payment(page)
  await open('MTS-S019')
  await pay.click()
  await title('Payment Successful').waitFor()
  await close.click()
  await refund('MTS-S019')

  await expect
    .poll(async () => {
      await page.goto('/invoices?q=MTS-S019')
      return invoiceList(page).row('MTS-S019').innerText()
    })
    .toMatch(/Refunded on \d\d\/\d\d\/\d{4}/)
  await open('MTS-S019')
  await title(confirmation).waitFor()
  await pay.waitFor()
  await expect
    .poll(() => dialog.innerText())
    .toMatch(
      /Refunded on .*You do not need to pay this invoice unless you were asked to again. Do you want to pay it anyway\?/,
    )
  await expect.poll(() => chargesFor('MTS-S019')).toHaveLength(1)
  await pay.click()
  await title('Payment Successful').waitFor()
  await expect.poll(() => chargesFor('MTS-S019')).toHaveLength(2)
})

/** Like a refund in the provider's dashboard. */
async function refund(invoiceNumber: string): Promise<void> {
  const [charge] = await chargesFor(invoiceNumber)
  const answer = await fetch(`${portal.cards}/v1/refunds`, {
    method: 'POST',
    headers: { authorization: 'Bearer sk_test_journeys' },
    body: new URLSearchParams({ charge: charge!.id }),
  })
  expect(answer.status).toBe(200)
}
