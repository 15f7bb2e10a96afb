import { expect, test } from 'vitest'
import { addCard } from './add-card.ts'
import { autoPay, autoPayAddress } from './autopay-pages.ts'
import { visit } from './browser.ts'
import { isFocused } from './is-focused.ts'
import { payment } from './payment.ts'
import { plover } from './records/autopay-companies.ts'

const pam = plover.payer
test('a company is enrolled after the terms are read and agreed to', async () => {
  await addCard(pam, 'pm_card_visa')
  const { page } = await visit({ as: pam })
  const { open, pay, title } = payment(page)
  await open('PL-LATE')
  await pay.click()
  await title('Payment Successful').waitFor()
  await page.goto(autoPayAddress)
  const { enroll, optOut, terms, enrolled, upcoming, plan } = autoPay(page)
  await enroll.click()
  const agree = terms.getByRole('checkbox')
  const confirm = terms.getByRole('button', { name: 'Enroll' })
  const words = terms.getByRole('region', { name: 'Terms of AutoPay' })
  expect(await words.evaluate((box) => [box.clientHeight + 2, box.scrollHeight > 400])).toEqual([
    400,
    true,
  ])
  const cancel = terms.getByRole('button', { name: 'Cancel' })
  await expect.poll(() => isFocused(cancel)).toBe(true)
  await page.keyboard.press('Tab')
  await page.getByText('Please agree to the terms first.').filter({ visible: true }).waitFor()
  await expect.poll(() => confirm.getAttribute('aria-disabled')).toBe('true')
  await cancel.click()
  await terms.waitFor({ state: 'detached' })
  await enroll.click()
  await expect.poll(() => agree.getAttribute('aria-checked')).toBe('false')
  await agree.click()
  await confirm.click()
  await enrolled.getByText('PL-LARGE').waitFor()
  expect(await enrolled.getByText('PL-EURO').count()).toBe(0)
  await enrolled.getByRole('button', { name: 'Close' }).last().click()
  await optOut.waitFor()
  await expect
    .poll(() => upcoming.getByRole('columnheader').allInnerTexts())
    .toEqual(['Due Date', 'Invoice Number', 'Invoice Type', 'Remaining Balance Due'])
  await upcoming.getByRole('row', { name: /PL-SMALL/ }).waitFor()
  expect(await upcoming.getByText('PL-LATER').count()).toBe(0)
  await plan.getByText(/^Enrolled by Pam Reid on /).waitFor()
  await page.reload()
  await optOut.waitFor()
})
