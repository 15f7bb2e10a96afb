import { beforeAll, expect, test } from 'vitest'
import { addCard } from './add-card.ts'
import { visit } from './browser.ts'
import { breakProvider, chargesOfProvider } from './card-sandbox.ts'
import { invoiceList } from './invoice-list.ts'
import { mailsAbout } from './mailbox.ts'
import { confirmation, payment } from './payment.ts'
import { pia } from './people.ts'
import { kestrel } from './records/companies.ts'
import { payable, payableSum } from './records/kestrel-invoices.ts'

beforeAll(() => addCard(pia, 'pm_card_visa'))

const ownCharges = async () =>
  (await chargesOfProvider()).filter(({ metadata }) => metadata.account === kestrel.accountId)

test('paying all asks once, shows how far it is through a reload, and tells what failed', async () => {
  const { page } = await visit({ as: pia, at: '/invoices?q=K-1' })
  const { dialog, title, pay } = payment(page)
  const payAll = page.getByRole('button', { name: 'PAY ALL BY CREDIT CARD' })
  await payAll.click()
  await title(confirmation).waitFor()
  await pay.waitFor()
  // All that can be paid, also what the search hides; nothing over the limit, below the minimum, charged or in EUR.
  const asked = await dialog.innerText()
  expect(asked).toContain(payableSum)
  expect(asked).toMatch(/Invoices\s+8/)
  expect(asked).toContain('Visa ending in 4242')

  const aCharge = { method: 'POST', path: '^/v1/payment_intents$' }
  // One of them is declined.
  await breakProvider({ kind: 'status', status: 402, times: 1, ...aCharge })
  await breakProvider({ kind: 'latency', ms: 3000, times: 8, ...aCharge })
  await breakProvider({ kind: 'latency', ms: 5000, times: 8, method: 'POST', path: '/confirm$' })
  await pay.click()
  await title('Paying invoices').waitFor()
  const progress = page.getByRole('progressbar', { name: 'Paying invoices' })
  await page.reload()
  await title('Paying invoices').waitFor()
  expect(await progress.first().getAttribute('aria-valuemax')).toBe('8')
  await dialog.getByRole('button', { name: 'Continue in the background' }).click()
  await page
    .getByRole('status')
    .filter({ hasText: /Paying invoices: \d of 8/ })
    .waitFor()

  await page
    .getByText(/^Last payment of all invoices: 7 of 8 paid \(\$7,0\d\d\.00\), 1 failed\.$/)
    .waitFor()
  await page.getByRole('button', { name: 'Show result' }).click()
  await title('7 of 8 invoices paid').waitFor()
  const failures = dialog.getByRole('list', { name: 'Not paid' })
  const failed = await failures.getByRole('listitem').allInnerTexts()
  expect(failed).toEqual([expect.stringMatching(/^K-[1-8]\b/)])
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await dialog.waitFor({ state: 'detached' })
  expect(await page.getByText('Last payment of all invoices').count()).toBe(0)

  const paid = (await ownCharges()).filter(({ status }) => status === 'succeeded')
  expect(paid.map(({ description }) => description).toSorted()).toEqual(
    payable.filter((number) => !failed[0]?.startsWith(number)).map((number) => `Invoice ${number}`),
  )
  await expect.poll(async () => (await mailsAbout('7 of 8 invoices')).length).toBe(1)
})

test('afterwards only what failed is left to pay, and paid invoices are pending', async () => {
  const { page } = await visit({ as: pia, at: '/invoices?q=K-' })
  const { dialog, title, pay } = payment(page)
  const paid = invoiceList(page).rows.filter({ hasText: /\(pending\)|Closed/ })
  // Seven have just been paid, one is charged in the books and one was paid before.
  await expect.poll(() => paid.count()).toBe(9)
  await page.getByRole('button', { name: 'PAY ALL BY CREDIT CARD' }).click()
  await title(confirmation).waitFor()
  await pay.waitFor()
  expect(await dialog.innerText()).toMatch(/Invoices\s+1/)
  const before = (await ownCharges()).length
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  expect(await ownCharges()).toHaveLength(before)
})
