import { beforeAll, expect, test } from 'vitest'
import { addCard } from './add-card.ts'
import { violations } from './axe.ts'
import { visit } from './browser.ts'
import { chargesOfProvider, holdConfirmation } from './card-sandbox.ts'
import { mailsAbout } from './mailbox.ts'
import { confirmation, payment } from './payment.ts'
import { pia } from './people.ts'
import { kestrel } from './records/companies.ts'
import { payable, payableSum } from './records/kestrel-invoices.ts'

beforeAll(async () => {
  await addCard(pia, 'pm_card_visa')
  await addCard(pia, 'pm_card_chargeCustomerFail')
})

const ownCharges = async () =>
  (await chargesOfProvider()).filter(({ metadata }) => metadata.account === kestrel.accountId)

test('a declined card is tried once; another one pays the rest, even across a reload', async () => {
  const { page } = await visit({ as: pia, at: '/invoices?q=K-1', bypassCSP: true })
  const { dialog, title, pay } = payment(page)
  const payAll = page.getByRole('button', { name: 'PAY ALL BY CREDIT CARD' })
  await payAll.click()
  await title(confirmation).waitFor()
  await pay.waitFor()
  // Every payable invoice, including those the search hides; none over the limit, below the minimum, charged or in EUR.
  const asked = await dialog.innerText()
  expect(asked).toContain(payableSum)
  expect(asked).toContain('for 8 invoices')
  expect(asked).toContain('Visa ending in 4242')
  const paidList = dialog.getByRole('list', { name: 'Will be paid' }).getByRole('listitem')
  const left = dialog.getByRole('list', { name: 'Will not be paid' })
  await left.getByText('Only invoices in USD can be paid by card.').first().waitFor()
  // Folded, so that the invoices left out are visible.
  expect(await paidList.count()).toBe(0)
  await dialog.getByText('8 invoices will be paid').click()
  await expect.poll(() => paidList.count()).toBe(8)
  expect(await violations(page)).toEqual([])

  await dialog.getByRole('button', { name: 'Use another card' }).click()
  await dialog.getByRole('combobox', { name: 'Pay with' }).click()
  await page.getByRole('option', { name: /ending in 0341/ }).click()
  await pay.click()
  await title('Payment failed.').waitFor()
  await dialog
    .getByText(/^Nothing more was tried, because the card would probably be declined/)
    .waitFor()
  await expect.poll(() => dialog.innerText()).toMatch(/Not tried\s+7 invoices/)
  const failures = dialog.getByRole('list', { name: 'Not paid' }).getByRole('listitem')
  await expect
    .poll(() => failures.allInnerTexts())
    .toEqual([expect.stringMatching(/^K-[1-8]\b.*declined/s)])
  await expect.poll(async () => (await mailsAbout('8 not paid')).length).toBe(1)
  await dialog.getByRole('button', { name: 'Pay the rest' }).click()
  await title(confirmation).waitFor()
  await pay.waitFor()
  await expect.poll(() => dialog.innerText()).toContain('Visa ending in 4242')

  const { release } = await holdConfirmation()
  await pay.click()
  await title('Paying invoices').waitFor()
  const progress = page.getByRole('progressbar', { name: 'Paying invoices' })
  await page.reload()
  await title('Paying invoices').waitFor()
  await expect.poll(() => progress.first().getAttribute('aria-valuemax')).toBe('8')
  await dialog.getByRole('button', { name: 'Continue in the background' }).click()
  await page
    .getByRole('status')
    .filter({ hasText: /Paying invoices: \d of 8/ })
    .waitFor()
  await release()

  await page.getByText(/^Last payment of all invoices: 8 of 8 paid \(\$8,\d\d\d\.00\)\.$/).waitFor()
  await page.getByRole('button', { name: 'Show result' }).click()
  await title('Payment Successful').waitFor()
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await dialog.waitFor({ state: 'detached' })
  await expect.poll(() => page.getByText('Last payment of all invoices').count()).toBe(0)

  const paid = (await ownCharges()).filter(({ status }) => status === 'succeeded')
  expect(paid.map(({ description }) => description).toSorted()).toEqual(
    payable.map((number) => `Invoice ${number}`),
  )
  await expect.poll(async () => (await mailsAbout('8 paid')).length).toBe(1)
})
