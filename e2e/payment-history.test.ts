import { expect, test } from 'vitest'
import { addCard } from './add-card.ts'
import { visit } from './browser.ts'
import { downloaded } from './downloaded.ts'
import { payment } from './payment.ts'
import { pdfText } from './pdf-text.ts'
import { lapwing } from './records/autopay-companies.ts'

const lars = lapwing.payer
const payments = '/payments?tab=paymentHistory'
const at = `${payments}&view=activity`

test('a payment appears with user, time and network address, and its receipt can be downloaded', async () => {
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
