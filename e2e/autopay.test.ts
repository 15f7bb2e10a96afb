import { addDays, formatDay } from '@portal/domain/kernel/day'
import { expect, test } from 'vitest'
import { addCard } from './add-card.ts'
import { autoPay, autoPayAddress } from './autopay-pages.ts'
import { portal, visit } from './browser.ts'
import { phone } from './open-visit.ts'
import { payment } from './payment.ts'
import { paula } from './people.ts'
import { inDatabase } from './portal-database.ts'
import { plover } from './records/autopay-companies.ts'

const pam = plover.payer
const today = new Date().toISOString().slice(0, 10)
const inDays = (days: number) => formatDay(addDays(today, days))

test('without a card enrolling is refused, and a link to the cards is shown', async () => {
  const { page } = await visit({ as: pam, at: autoPayAddress })
  const { enroll, alert, terms, left } = autoPay(page)
  await left('PL-SMALL').getByText('There is no default card').waitFor()
  await enroll.click()
  await alert.getByText('Unable to Enroll AutoPay - No Valid Card').waitFor()
  expect(await terms.count()).toBe(0)
  await alert.getByRole('link', { name: 'Cards on File' }).click()
  await page.getByText('No cards on file').waitFor()
})

test('with an expired card or an overdue invoice enrolling is refused', async () => {
  await addCard(pam, 'pm_card_visa')
  const expire = (year: number) =>
    inDatabase(portal.dataDir, (database) =>
      database.query('update card set exp_year = $1 where account_id = $2', [
        year,
        plover.accountId,
      ]),
    )
  await expire(2024)
  const { page } = await visit({ as: pam, at: autoPayAddress })
  const { enroll, alert, terms } = autoPay(page)
  await enroll.click()
  // The card is checked first, although the overdue invoice alone would be a reason.
  await alert.getByText('Unable to Enroll In AutoPay - Card Expired').waitFor()
  await expire(2034)
  await enroll.click()
  await alert.getByText('Unable to Enroll AutoPay - Has Past Due Invoices').waitFor()
  expect(await terms.count()).toBe(0)

  const { open, pay, title } = payment(page)
  await open('PL-LATE')
  await pay.click()
  await title('Payment Successful').waitFor()
})

test('the plan is shown before enrolling, with what is left out and why', async () => {
  const { page } = await visit({ as: pam, at: autoPayAddress })
  const { plan, planned, left, notCovered } = autoPay(page)
  await plan.getByRole('heading', { name: 'Preview of the planned charges' }).waitFor()
  await planned('PL-SMALL').waitFor()
  const day = page.getByRole('region', { name: `Planned for ${inDays(3)}` })
  await expect.poll(() => plan.innerText()).toMatch(/Card:\s+Visa ending in 4242/)
  await expect.poll(() => day.innerText()).toMatch(/runs at 9:00\sPM UTC/)
  await expect.poll(() => day.innerText()).toContain('$200.00')
  await planned('PL-LARGE').waitFor()
  await left('PL-EURO').getByText('Only invoices in USD are paid by card').waitFor()
  await left('PL-LATER').getByText('Is due after the planned days').waitFor()
  await notCovered.getByText('1 more in categories you do not have access to').waitFor()
  expect(await page.getByText('PL-OTHER').count()).toBe(0)
})

test('enrolled after the terms are read and agreed to', async () => {
  const { page } = await visit({ as: pam, at: autoPayAddress })
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
  await expect.poll(() => cancel.evaluate((one) => one === document.activeElement)).toBe(true)
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

test('a cap pushes an invoice out of the plan, and an empty field includes it again', async () => {
  const { page } = await visit({ as: pam, at: autoPayAddress })
  const { perCharge, perMonth, save, planned, left, toast, settings } = autoPay(page)
  await planned('PL-LARGE').waitFor()
  await perCharge.fill('12,5')
  await perMonth.fill('0')
  await save.click()
  await settings.getByText('Enter an amount in USD with at most two decimals').waitFor()
  await settings
    .getByText('Enter an amount above zero, or leave the field empty for no cap.')
    .waitFor()
  await expect.poll(() => perCharge.evaluate((one) => one === document.activeElement)).toBe(true)
  await perCharge.fill('500')
  await perMonth.fill('')
  await save.click()
  await toast('AutoPay settings saved').waitFor()
  await left('PL-LARGE').getByText('Exceeds your cap per charge').waitFor()
  await expect.poll(() => planned('PL-LARGE').count()).toBe(0)
  await page.reload()
  await planned('PL-SMALL').waitFor()
  await expect.poll(() => perCharge.inputValue()).toBe('500.00')
  await perCharge.fill('')
  // Less than the one invoice: no month has room for it, whatever day it is today.
  await perMonth.fill('$850.00')
  await save.click()
  await left('PL-LARGE').getByText('Exceeds your cap per month').waitFor()
  await perMonth.fill('')
  await save.click()
  await planned('PL-LARGE').waitFor()
})

test('a pause moves the charges behind it, and can be taken back', async () => {
  const { page } = await visit({ as: pam, at: autoPayAddress })
  const { pause, save, plan, settings } = autoPay(page)
  await plan.getByRole('region', { name: `Planned for ${inDays(3)}` }).waitFor()
  await pause.fill('2/30/2027')
  await save.click()
  await settings.getByText('Date input not valid.').waitFor()
  await pause.fill(inDays(0))
  await settings.getByText('Choose a day after today.').waitFor()
  await pause.fill(inDays(6))
  await save.click()
  await page.getByText(`AutoPay is paused: nothing will be charged before ${inDays(6)}.`).waitFor()
  await plan.getByRole('region', { name: `Planned for ${inDays(6)}` }).waitFor()
  await pause.fill('')
  await save.click()
  await plan.getByRole('region', { name: `Planned for ${inDays(3)}` }).waitFor()
})

test('opting out first lists the invoices to pay manually', async () => {
  const { page } = await visit({ as: pam, at: autoPayAddress })
  const { optOut, optingOut, optedOut, enroll } = autoPay(page)
  await optOut.click()
  await optingOut.getByText('PL-SMALL').waitFor()
  await optingOut.getByRole('button', { name: 'Cancel' }).click()
  await optOut.click()
  await optingOut.getByRole('button', { name: 'Opt-Out' }).click()
  await optedOut.getByText(/You have opted out of AutoPay/).waitFor()
  await optedOut.getByRole('button', { name: 'Close' }).last().click()
  await enroll.waitFor()
})

test('without a network the panel shows what failed, and Retry loads it', async () => {
  const { page, context, problems } = await visit({ as: pam, at: autoPayAddress })
  problems.expect(/ERR_INTERNET_DISCONNECTED/)
  const { enroll, alert, terms } = autoPay(page)
  await enroll.waitFor()
  await context.setOffline(true)
  await enroll.click()
  await alert.getByText('An error occurred', { exact: true }).waitFor()
  await context.setOffline(false)
  await enroll.click()
  await terms.getByRole('checkbox').click()
  await context.setOffline(true)
  await terms.getByRole('button', { name: 'Enroll' }).click()
  await terms.getByText('Failed to enroll in AutoPay.').waitFor()
  await context.setOffline(false)
  await terms.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('link', { name: 'FAQ' }).click()
})

test('on a phone a button leads past the plan to the settings', async () => {
  const { page } = await visit({
    as: paula,
    at: autoPayAddress,
    viewport: phone,
    isMobile: true,
  })
  const { perCharge } = autoPay(page)
  await perCharge.waitFor()
  const top = async () => (await perCharge.boundingBox())!.y
  expect(await top()).toBeGreaterThan(phone.height)
  await page.getByRole('button', { name: 'Settings', exact: true }).tap()
  await expect.poll(top).toBeLessThan(phone.height / 2)
  await expect
    .poll(() => perCharge.evaluate((field) => field === document.activeElement))
    .toBe(true)
})
