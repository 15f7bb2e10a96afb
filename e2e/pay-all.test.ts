import { beforeAll, expect, test } from 'vitest'
import { addCard } from './add-card.ts'
import { visit } from './browser.ts'
import { breakProvider, chargesOfProvider } from './card-sandbox.ts'
import { invoiceList } from './invoice-list.ts'
import { mailsAbout } from './mailbox.ts'
import { confirmation, payment } from './payment.ts'
import { pia } from './people.ts'
import { kestrel } from './records/companies.ts'
import { askedSum, payable, payableSum, tooSmall } from './records/kestrel-invoices.ts'

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
  // All that can be paid, also what the search hides; nothing over the limit, charged or in EUR.
  const asked = await dialog.innerText()
  expect(asked).toContain(askedSum)
  expect(asked).toMatch(/Invoices\s+9/)
  expect(asked).toContain('Visa ending in 4242')

  const everyCharge = { method: 'POST', path: '^/v1/payment_intents$', times: 9 }
  await breakProvider({ kind: 'latency', ms: 3000, ...everyCharge })
  await pay.click()
  await title('Paying invoices').waitFor()
  const progress = page.getByRole('progressbar', { name: 'Paying invoices' })
  await page.reload()
  await title('Paying invoices').waitFor()
  expect(await progress.first().getAttribute('aria-valuemax')).toBe('9')
  await dialog.getByRole('button', { name: 'Continue in the background' }).click()
  await page
    .getByRole('status')
    .filter({ hasText: /Paying invoices: \d of 9/ })
    .waitFor()

  await page
    .getByText(`Last payment of all invoices: 8 of 9 paid (${payableSum}), 1 failed.`)
    .waitFor()
  await page.getByRole('button', { name: 'Show result' }).click()
  await title('8 of 9 invoices paid').waitFor()
  const failures = dialog.getByRole('list', { name: 'Not paid' })
  expect(await failures.getByRole('listitem').allInnerTexts()).toEqual([
    expect.stringContaining(tooSmall),
  ])
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await dialog.waitFor({ state: 'detached' })
  expect(await page.getByText('Last payment of all invoices').count()).toBe(0)

  const paid = (await ownCharges()).filter(({ status }) => status === 'succeeded')
  expect(paid.map(({ description }) => description).toSorted()).toEqual(
    payable.map((number) => `Invoice ${number}`),
  )
  await expect.poll(async () => (await mailsAbout('8 of 9 invoices')).length).toBe(1)
})

test('afterwards only what failed is left to pay, and paid invoices are pending', async () => {
  const { page } = await visit({ as: pia, at: '/invoices?q=K-' })
  const { dialog, title, pay } = payment(page)
  await invoiceList(page)
    .row('K-1')
    .getByText(/\(pending\)|Closed/)
    .waitFor()
  await page.getByRole('button', { name: 'PAY ALL BY CREDIT CARD' }).click()
  await title(confirmation).waitFor()
  await pay.waitFor()
  expect(await dialog.innerText()).toMatch(/Invoices\s+1/)
  const before = (await ownCharges()).length
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  expect(await ownCharges()).toHaveLength(before)
})
