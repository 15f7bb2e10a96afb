import { expect, test } from 'vitest'
import { addCard } from './add-card.ts'
import { portal, visit } from './browser.ts'
import { downloaded } from './downloaded.ts'
import { payment } from './payment.ts'
import { pdfText } from './pdf-text.ts'
import { inDatabase } from './portal-database.ts'
import { period } from './team-pages.ts'
import { lapwing } from './records/autopay-companies.ts'

const lars = lapwing.payer
const payments = '/payments?tab=paymentHistory'
const at = `${payments}&view=activity`

test('a company without payments gets a message', async () => {
  const { page } = await visit({ as: lars, at })
  await page.getByText('No Payment History Data Available...').waitFor()
  await page.getByText('Total: 0', { exact: true }).waitFor()
})

test('a payment appears with who, when and from where, and its receipt can be downloaded', async () => {
  await addCard(lars, 'pm_card_visa')
  const { page } = await visit({ as: lars })
  const { open, pay, title } = payment(page)
  await open('LW-1')
  await pay.click()
  await title('Payment Successful').waitFor()
  await page.goto(at)
  const rows = page.getByRole('grid', { name: 'Payment history' }).locator('[data-index]')
  const paid = rows.filter({ hasText: 'Card Payment' })
  await paid.waitFor()
  const words = await paid.innerText()
  expect(words).toContain('Paid invoice LW-1: 340.00 USD')
  expect(words).toContain('Lars Holm')
  expect(words).toMatch(/127\.0\.0\.1|::1/)
  expect(words).toMatch(/\d\d\/\d\d\/\d{4}, \d+:\d\d\s[AP]M/)
  await page.getByText('Total: 2', { exact: true }).waitFor()
  const receipt = page.getByRole('button', { name: /^Receipt/ })
  await expect.poll(() => receipt.count()).toBe(1)
  const { name, content } = await downloaded(page, () => receipt.click())
  expect(name).toBe('receipt-LW-1.pdf')
  expect(pdfText(content).includes('340.00')).toBe(true)
})

test('the payment is listed with its amount, card and receipt; filters are in the address', async () => {
  const { page } = await visit({ as: lars, at: payments })
  const row = page.getByRole('grid', { name: 'Payments' }).locator('[data-index]')
  await row.first().waitFor()
  const words = await row.innerText()
  for (const part of ['LW-1', 'Visa ending in 4242', '$340.00', 'Paid, being posted', 'Lars Holm'])
    expect(words).toContain(part)
  const receipt = row.getByRole('button', { name: 'Receipt of the payment of LW-1' })
  expect((await downloaded(page, () => receipt.click())).name).toBe('receipt-LW-1.pdf')
  const csv = await downloaded(page, () => page.getByRole('button', { name: 'CSV' }).click())
  expect(csv.content.toString()).toContain('"LW-1",340.00,0.00,"USD"')

  const { chip, from } = period(page)
  await chip.click()
  // The rows have the reader's time, the days of the filter do not.
  await page.getByText('Days of payments are in UTC.').waitFor()
  await from.fill('01/01/2020')
  await expect.poll(() => page.url()).toContain('from=2020-01-01')
  await page.keyboard.press('Escape')
  await page.getByRole('combobox', { name: 'Status' }).click()
  await page.getByRole('option', { name: 'Refunded', exact: true }).click()
  await page.getByText('No payment matches the filters.').waitFor()
  expect(new URL(page.url()).search).toContain('status=refunded')
  await page.reload()
  await page.getByText('No payment matches the filters.').waitFor()
  await page.getByRole('button', { name: 'Clear filters' }).first().click()
  await row.first().waitFor()
  await row.getByRole('link', { name: 'LW-1' }).click()
  const onInvoice = page.getByRole('region', { name: 'Card payments' })
  await onInvoice.getByText('Visa ending in 4242').waitFor()
  await expect.poll(() => onInvoice.innerText()).toContain('$340.00')
})

test('entries beyond the first 200 are on further pages, which the address names', async () => {
  await inDatabase(portal.dataDir, (database) =>
    database.query(
      `insert into history_entry (account_id, actor_name, ip_address, category, entry_type, description, created_at)
       select $1, 'Card provider', 'system', 'Payment', case n when 1 then 'Dispute' else 'Refund' end,
              'Entry ' || n, now() - make_interval(hours => n)
         from generate_series(1, 230) as n`,
      [lapwing.accountId],
    ),
  )
  const { page } = await visit({ as: lars, at })
  const grid = page.getByRole('grid', { name: 'Payment history' })
  await page.getByText('Total: 232', { exact: true }).waitFor()
  await grid.getByText('Dispute', { exact: true }).waitFor()
  await grid.getByText('Refund', { exact: true }).first().waitFor()
  const pager = page.getByRole('navigation', { name: 'Pages of the payment history' })
  await pager.getByText('1–200').waitFor()
  await pager.getByRole('button', { name: 'Next' }).click()
  await pager.getByText('201–232').waitFor()
  expect(page.url()).toContain('page=2')
  await page.reload()
  await pager.getByText('201–232').waitFor()
  await grid.getByText('Entry 199', { exact: true }).waitFor()
  await page.goBack()
  await pager.getByText('1–200').waitFor()
  await page.goto(`${at}&page=9`)
  await page.getByRole('button', { name: 'First page' }).click()
  await pager.getByText('1–200').waitFor()
})

test('if the server cannot load it the history says so, and Retry loads it', async () => {
  const { page, context, problems } = await visit({ as: lars, at: '/payments?tab=faq' })
  problems.expect(/status of 500/)
  const link = page.getByRole('link', { name: 'Payment History' })
  await page.goto(at)
  await page.getByText('Total: 232', { exact: true }).waitFor()
  await context.route(/\/api\//, (route) => route.fulfill({ status: 500 }))
  await page.getByRole('button', { name: 'Next' }).click()
  const failure = page.getByRole('alert')
  await failure.getByText('An error occurred while fetching payment history.').waitFor()
  await context.unroute(/\/api\//)
  await failure.getByRole('button', { name: 'Retry' }).click()
  await page.getByText('201–232').waitFor()
  await expect.poll(() => link.getAttribute('aria-current')).toBe('page')
})
