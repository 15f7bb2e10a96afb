import type { PaymentEntry } from '@portal/domain/payments/payment-list.schema'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { violations } from '../../e2e/axe.ts'
import { downloaded } from '../../e2e/downloaded.ts'
import { tooWide } from '../../e2e/fits.ts'
import { desktop, onPhone, phone } from '../../e2e/open-visit.ts'
import { lapwing } from '../../e2e/records/autopay-companies.ts'
import { period } from '../../e2e/team-pages.ts'
import { screen } from '../screen.ts'
import { file, type Answers } from '../stub/answers.ts'

const lars = lapwing.payer
const payments = '/payments?tab=paymentHistory'
const message =
  'Your card was declined. The bank says that there is not enough money on the account of this card.'

const entry = (invoiceNumber: string, status: PaymentEntry['status']): PaymentEntry => ({
  id: `00000000-0000-4000-8000-0000000000${invoiceNumber.slice(-2).replace('-', '0')}`,
  date: '2026-11-20T10:00:00.000Z',
  invoiceNumber,
  amount: 100,
  refunded: 0,
  currencyIsoCode: 'USD',
  card: { brand: 'visa', last4Digits: '4242' },
  paidBy: 'Lars Holm',
  status,
  message: status === 'failed' ? message : '',
  hasReceipt: status !== 'failed',
})
const posting = entry('SL-10', 'posting')
const back = entry('LW-1', 'refunded')
const lost = entry('SL-30', 'chargedBack')
const partly = entry('SL-40', 'partlyRefunded')
const all = [posting, back, lost, partly, entry('SL-50', 'paid'), entry('SL-60', 'failed')]
const texts = [
  'Paid, being posted',
  'Refunded',
  'Charged back',
  'Partly refunded',
  'Paid',
  'Not charged',
]
/** The payments that the server would list. */
const given = {
  listPayments: ({ query: { status, from, invoiceNumber } }) =>
    all.filter(
      (one) =>
        (!status || one.status === status) &&
        (!from || one.date >= from) &&
        (!invoiceNumber || one.invoiceNumber === invoiceNumber),
    ),
} satisfies Answers

const grid = (page: Page) => page.getByRole('grid', { name: 'Payments' })
const rowOf = (page: Page, number: string) =>
  grid(page)
    .locator('[data-index]')
    .filter({ has: page.getByRole('link', { name: number, exact: true }) })

test('the list shows the status and amount of each payment, on a desktop and a phone', async () => {
  const { page } = await screen({ as: lars, at: payments, answers: given, bypassCSP: true })
  for (const viewport of [desktop, phone]) {
    await page.setViewportSize(viewport)
    for (const [index, { invoiceNumber }] of all.entries()) {
      const row = rowOf(page, invoiceNumber)
      await row.getByText(texts[index]!, { exact: true }).waitFor()
      await expect.poll(() => row.innerText()).toContain('$100.00')
    }
    await rowOf(page, 'SL-60').getByText(message).waitFor()
    expect(await tooWide(page)).toEqual([])
    expect(await violations(page)).toEqual([])
    // The long reason leaves space for the content beside it.
    expect(await rowOf(page, 'SL-60').evaluate((row) => row.clientHeight)).toBeLessThan(250)
  }
})

test('receipt and CSV are downloaded, and filters are in the address', async () => {
  const answers: Answers = {
    ...given,
    downloadReceipt: file('receipt-LW-1.pdf', 'application/pdf', Buffer.from('%PDF-')),
    downloadPayments: file('payments.csv', 'text/csv', Buffer.from('"LW-1",100.00')),
  }
  const { page, context, desk } = await screen({ as: lars, at: payments, answers })
  const receipt = page.getByRole('button', { name: 'Receipt of the payment of LW-1' })
  expect((await downloaded(page, () => receipt.click())).name).toBe('receipt-LW-1.pdf')
  const csv = page.getByRole('button', { name: 'CSV' })
  expect(String((await downloaded(page, () => csv.click())).content)).toContain('"LW-1"')

  const { chip, from } = period(page)
  await chip.click()
  // The rows have the reader's time, the days of the filter do not.
  await page.getByText('Days of payments are in UTC.').waitFor()
  await from.fill('11/21/2026')
  await expect.poll(() => page.url()).toContain('from=2026-11-21')
  await page.keyboard.press('Escape')
  await page.getByRole('combobox', { name: 'Status' }).click()
  await page.getByRole('option', { name: 'Refunded', exact: true }).click()
  await page.getByText('No payment matches the filters.').waitFor()
  await expect.poll(() => new URL(page.url()).search).toContain('status=refunded')
  await page.reload()
  await page.getByText('No payment matches the filters.').waitFor()
  await page.getByRole('button', { name: 'Clear filters' }).first().click()
  await rowOf(page, 'SL-10').waitFor()
  expect(desk.asked('listPayments').map(({ query }) => query)).toContainEqual(
    expect.objectContaining({ status: 'refunded', from: '2026-11-21' }),
  )

  // Filters go back with the address, two tabs keep their own, and invalid ones are removed.
  await page.goto(`${payments}&status=refunded`)
  const tab = await context.newPage()
  await tab.goto(`${payments}&status=chargedBack`)
  await page.getByText('Total: 1', { exact: true }).waitFor()
  await rowOf(tab, 'SL-30').waitFor()
  await rowOf(page, 'LW-1').waitFor()
  expect(await rowOf(page, 'SL-30').count()).toBe(0)
  await rowOf(page, 'LW-1').getByRole('link', { name: 'LW-1', exact: true }).click()
  await page.getByRole('heading', { name: 'Invoice LW-1' }).waitFor()
  await page.goBack()
  await rowOf(page, 'LW-1').waitFor()
  expect(await rowOf(page, 'SL-10').count()).toBe(0)
  await page.getByRole('button', { name: 'Clear filters' }).first().click()
  await rowOf(page, 'SL-10').waitFor()
  await page.getByText('Total: 6', { exact: true }).waitFor()
  await tab.goto(`${payments}&status=constructor&from=2026-02-30&to=99&page=-1&x=1`)
  await tab.getByText('Total: 6', { exact: true }).waitFor()
  await expect.poll(() => new URL(tab.url()).search).toBe('?tab=paymentHistory')
})

test('a payment refunded meanwhile is shown on its invoice, and in the list on the way back', async () => {
  const answers: Answers = { listPayments: [entry('LW-1', 'paid')] }
  const device = onPhone
  const { page, desk } = await screen({ as: lars, at: payments, answers, ...device })
  await rowOf(page, 'LW-1').getByText('Paid', { exact: true }).waitFor()
  desk.answer({
    listPayments: [back],
    getInvoice: async (_, recorded) => ({
      ...(await recorded()),
      balanceDue: 0,
      moneyBack: { kind: 'refunded', at: '2026-11-22T09:00:00.000Z' },
    }),
  })
  await rowOf(page, 'LW-1').getByRole('link', { name: 'LW-1', exact: true }).click()
  const onInvoice = page.getByRole('region', { name: 'Card payments' })
  await onInvoice.getByText('Refunded', { exact: true }).waitFor()
  await onInvoice.getByText('Visa ending in 4242').waitFor()
  await expect
    .poll(() => page.getByRole('main').innerText())
    .toMatch(/Closed\s*Refunded on 11\/22\/2026/)
  expect(await tooWide(page)).toEqual([])
  await page.goBack()
  await rowOf(page, 'LW-1').getByText('Refunded', { exact: true }).waitFor()
})
