import { expect, test } from 'vitest'
import { visit } from './browser.ts'
import { bankWindow, cardForm, cardList } from './card-pages.ts'
import { breakProvider, healProvider } from './card-sandbox.ts'
import { finch } from './records/card-companies.ts'

const fay = finch.payer

test('a card that the bank declines shows the bank’s message, and the entry stays', async () => {
  const { page, problems } = await visit({ as: fay, at: '/payments' })
  problems.expect(/status of 402/)
  const form = cardForm(page)
  await form.open()
  const number = '4000000000009995'
  await form.type({ number })
  await form.submit.click()
  await form.alert.getByText('Your card has insufficient funds.', { exact: true }).waitFor()
  expect((await form.number.inputValue()).replaceAll(' ', '')).toBe(number)
  await page.keyboard.press('Escape')
  await page.getByText('No cards on file').waitFor()

  // An invalid entry is shown below the field, and by the browser on submit.
  const messages: string[] = []
  page.on('dialog', (dialog) => {
    messages.push(dialog.message())
    void dialog.accept()
  })
  const says = (words: string) => form.dialog.getByText(words, { exact: true }).waitFor()
  await form.open()
  await form.submit.click()
  await says('Your card number is incomplete.')
  // The browser reports its message to the test a moment later.
  await expect.poll(() => messages).toEqual(['Your card number is incomplete.'])
  // The provider itself refuses a real card, and only after submission.
  await form.type({ number: '4111111111111111' })
  await form.submit.click()
  await form.alert.getByText(/used a non test card/).waitFor()
  expect(messages.at(-1)).toMatch(/used a non test card/)
})

test('a bank’s question is answered first: if it fails, the card is not saved; if it succeeds, it is', async () => {
  const { page } = await visit({ as: fay, at: '/payments' })
  const form = cardForm(page)
  const bank = bankWindow(page)
  await form.open()
  await form.type({ number: '4000002760003184' })
  await form.submit.click()
  await bank.fail.waitFor()
  // While the bank's window is open, nothing behind it can be closed or submitted.
  await expect.poll(() => form.dialog.getByRole('button', { name: 'Close' }).count()).toBe(0)
  await bank.fail.click()
  await form.alert.getByText(/^We are unable to authenticate your payment method/).waitFor()
  await expect.poll(() => form.dialog.getByRole('button', { name: 'Close' }).count()).toBe(1)

  await form.submit.click()
  await bank.completeByKeyboard()
  await form.dialog.waitFor({ state: 'detached' })
  const list = cardList(page)
  await list.says('Card added successfully.').waitFor()
  await expect.poll(() => list.names()).toEqual(['Visa ending in 3184'])
})

test('a missing response is shown, and another try adds the card once', async () => {
  const { page, problems } = await visit({ as: fay, at: '/payments?add=open' })
  problems.expect(/status of 50/)
  const form = cardForm(page)
  await form.number.waitFor()
  await form.type({ number: '5555555555554444' })
  try {
    await breakProvider({ kind: 'status', method: 'POST', path: 'setup_intents', status: 500 })
    await form.submit.click()
    await form.alert.getByText('Failed to add card. Please try again.').waitFor()
    await form.submit.click()
    await form.dialog.waitFor({ state: 'detached' })
  } finally {
    await healProvider()
  }
  await cardList(page).row('4444').waitFor()
  await expect.poll(() => cardList(page).row('4444').count()).toBe(1)
})

test('without the provider the form shows a message, and Retry loads it', async () => {
  const { page, context, problems } = await visit({ as: fay, at: '/payments' })
  problems.expect(/ERR_INTERNET_DISCONNECTED/)
  const form = cardForm(page)
  const list = cardList(page)
  await list.rows.first().waitFor()
  // The dialog's code must be loaded first: it loads the provider's script.
  await page.getByRole('button', { name: 'Add a new card' }).click()
  await form.number.waitFor()
  await page.keyboard.press('Escape')
  await form.dialog.waitFor({ state: 'detached' })
  await page.reload()
  await list.rows.first().waitFor()
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Add a new card' }).click()
  await form.alert.getByText('The card form could not be loaded.').waitFor()
  await context.setOffline(false)
  await form.dialog.getByRole('button', { name: 'Retry' }).click()
  await form.number.waitFor()
})
