import { expect, test } from 'vitest'
import { visit } from './browser.ts'
import { cardForm, cardList } from './card-pages.ts'
import { heron } from './records/card-companies.ts'

const hana = heron.payer

const brands = [
  { number: '4242424242424242', name: 'Visa ending in 4242' },
  { number: '5555555555554444', name: 'Mastercard ending in 4444' },
  { number: '378282246310005', name: 'American Express ending in 0005' },
]

test('cards of several brands are put on file, and the first one is the default', async () => {
  const { page } = await visit({ as: hana, at: '/payments' })
  await page.getByText('No cards on file').waitFor()
  const form = cardForm(page)
  const list = cardList(page)
  for (const { number, name } of brands) {
    await form.open()
    await form.type({ number })
    await form.submit.click()
    await form.dialog.waitFor({ state: 'detached' })
    await list.says('Card added successfully.').waitFor()
    await expect.poll(list.names).toContain(name)
    await page.getByRole('button', { name: 'Dismiss' }).click()
    await list.says('Card added successfully.').waitFor({ state: 'detached' })
  }
  const [first, ...others] = brands.map(({ name }) => name)
  await expect.poll(() => list.names()).toEqual([first, ...others.reverse()])
  await list.badge('4242', 'Default').waitFor()
  await expect.poll(() => page.getByText('Default', { exact: true }).count()).toBe(1)
  await expect.poll(() => list.row('4242').innerText()).toContain('Expires 12/2034')
  // The default card stays the same; every other one can be removed or become the default.
  await expect.poll(() => list.row('4242').getByRole('button').count()).toBe(0)
  await expect
    .poll(() => list.row('4444').getByRole('button').allInnerTexts())
    .toEqual(['Set Default', 'Remove'])
})
