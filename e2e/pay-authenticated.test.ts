import { expect, test } from 'vitest'
import { addCard } from './add-card.ts'
import { visit } from './browser.ts'
import { bankWindow } from './card-pages.ts'
import { chargesFor } from './card-sandbox.ts'
import { confirmation, payment } from './payment.ts'
import { egret } from './records/card-companies.ts'

const eva = egret.payer

test('the bank’s question is refused, left open and then confirmed: the invoice is charged once', async () => {
  await addCard(eva, 'pm_card_authenticationRequired')
  const { page, problems } = await visit({ as: eva })
  problems.expect(/status of 402/)
  const { open, dialog, title, pay, alert, close } = payment(page)
  const bank = bankWindow(page)
  await open('EG-1')
  await title(confirmation).waitFor()
  await pay.click()
  await bank.frame.getByText('A payment of $340.00 waits for you.').waitFor()
  await dialog.getByText('Your bank asks you to confirm your identity.').waitFor()
  // While the bank's window is open, nothing behind it can be closed or submitted.
  await expect.poll(() => dialog.getByRole('button', { name: 'Close' }).count()).toBe(0)
  await bank.fail.click()
  await alert.getByText(/^We are unable to authenticate your payment method/).waitFor()

  await pay.click()
  await bank.complete.waitFor()
  await page.reload()
  await title(confirmation).waitFor()
  await expect.poll(() => page.getByText('(pending)').count()).toBe(0)
  expect(await chargesFor('EG-1')).toEqual([])

  await pay.click()
  await bank.completeByKeyboard()
  await title('Payment Successful').waitFor()
  await close.click()
  await page.getByText('(pending)').waitFor()
  await expect
    .poll(() => chargesFor('EG-1'))
    .toMatchObject([{ amount: 34_000, status: 'succeeded' }])

  // Paying all waits for the response to each question.
  await page.getByRole('link', { name: 'All Invoices' }).click()
  await page.getByRole('button', { name: 'PAY ALL BY CREDIT CARD' }).click()
  await pay.click()
  const answer = dialog.getByRole('button', { name: 'Respond to your bank' })
  await title('Your Bank Needs a Response').waitFor()
  await dialog.getByText(/^The card's bank asks .+ to confirm the payment of \$/).waitFor()
  await page.reload()
  await answer.click()
  await bank.complete.click()
  await title('Payment Successful').waitFor()
})
