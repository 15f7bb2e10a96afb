import { expect, test } from 'vitest'
import { visit } from './browser.ts'
import { chargesFor } from './card-sandbox.ts'
import { invoiceList } from './invoice-list.ts'
import { mailsAbout } from './mailbox.ts'
import { confirmation, payment } from './payment.ts'
import { paula } from './people.ts'

test('an invoice is paid after a confirmation of number, amount and card, and a receipt is sent', async () => {
  const { page } = await visit({ as: paula })
  const { open, dialog, title, pay, close } = payment(page)
  await open('MTS-S013')
  await title(confirmation).waitFor()
  await pay.waitFor()
  const asked = await dialog.innerText()
  expect(asked).toContain('MTS-S013')
  expect(asked).toContain('$1,500.00')
  expect(asked).toContain('Visa ending in 4242')
  expect(await chargesFor('MTS-S013')).toEqual([])

  await pay.click()
  await title('Payment Successful').waitFor()
  await expect.poll(() => dialog.innerText()).toContain('$1,500.00')
  await close.click()
  await page.getByText('(pending)').waitFor()

  await page.getByRole('link', { name: 'All Invoices' }).click()
  await invoiceList(page).search.fill('MTS-S013')
  await invoiceList(page).row('MTS-S013').getByText('(pending)').waitFor()
  await expect
    .poll(() => chargesFor('MTS-S013'))
    .toMatchObject([{ amount: 150_000, status: 'succeeded' }])
  await expect
    .poll(async () => (await mailsAbout('MTS-S013')).flatMap(({ to }) => to).toSorted())
    .toEqual([
      'accounts.payable@aldgate.example',
      // Every user who may pay gets an email.
      'luis.ortega@aldgate.example',
      'paula.reyes@aldgate.example',
      'treasury@aldgate-group.example',
    ])
})
