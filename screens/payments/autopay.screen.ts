import type { AutoPayPlanAnswer } from '@portal/domain/payments/autopay.schema'
import { expect, test } from 'vitest'
import { autoPay, autoPayAddress } from '../../e2e/autopay-pages.ts'
import { isFocused } from '../../e2e/is-focused.ts'
import { onPhone, phone } from '../../e2e/open-visit.ts'
import { paula } from '../../e2e/people.ts'
import { godwit, plover } from '../../e2e/records/autopay-companies.ts'
import { screen } from '../screen.ts'

const pam = plover.payer
const at = autoPayAddress

test('without a card enrolling is refused, and a link to the cards is shown', async () => {
  const { page } = await screen({ as: godwit.payer, at })
  const { enroll, alert, terms, left } = autoPay(page)
  await left('GW-1').getByText('There is no default card').waitFor()
  await enroll.click()
  await alert.getByText('Unable to Enroll AutoPay - No Valid Card').waitFor()
  expect(await terms.count()).toBe(0)
  await alert.getByRole('link', { name: 'Cards on File' }).click()
  await page.getByText('No cards on file').waitFor()
})

test('with an expired card or an overdue invoice enrolling is refused', async () => {
  const card = { last4: '4242', expMonth: 3, brand: 'visa' }
  const { page, desk } = await screen({
    as: pam,
    at,
    answers: { getDefaultCard: { ...card, expYear: 2024 } },
  })
  const { enroll, alert, terms } = autoPay(page)
  await enroll.click()
  // The card is checked first, although the overdue invoice alone would be a reason.
  await alert.getByText('Unable to Enroll In AutoPay - Card Expired').waitFor()
  desk.answer({ getDefaultCard: { ...card, expYear: 2034 } })
  await enroll.click()
  await alert.getByText('Unable to Enroll AutoPay - Has Past Due Invoices').waitFor()
  expect(await terms.count()).toBe(0)
})

test('the plan is shown before enrolling, with what is left out and why', async () => {
  const { page } = await screen({ as: pam, at })
  const { plan, planned, left, notCovered } = autoPay(page)
  await plan.getByRole('heading', { name: 'Preview of the planned charges' }).waitFor()
  await planned('PL-SMALL').waitFor()
  const day = page.getByRole('region', { name: 'Planned for 11/27/2026' })
  await expect.poll(() => plan.innerText()).toMatch(/Card:\s+Visa ending in 4242/)
  await expect.poll(() => day.innerText()).toMatch(/runs at 9:00\sPM UTC/)
  await expect.poll(() => day.innerText()).toContain('$200.00')
  await planned('PL-LARGE').waitFor()
  await left('PL-EURO').getByText('Only invoices in USD are paid by card').waitFor()
  await left('PL-LATER').getByText('Is due after the planned days').waitFor()
  await notCovered.getByText('1 more in categories you do not have access to').waitFor()
  expect(await page.getByText('PL-OTHER').count()).toBe(0)
})

test('caps and a pause are checked, sent and shown with their plan, and taken back by empty fields', async () => {
  let current: AutoPayPlanAnswer | undefined
  const { page, desk } = await screen({
    as: pam,
    at,
    answers: {
      getAutoPayPlan: async (_, recorded) => (current ??= await recorded()),
      changeAutoPaySettings: ({ body }) => (current = { ...current!, settings: body }),
    },
  })
  const { perCharge, perMonth, pause, save, planned, left, toast, settings } = autoPay(page)
  const sent = () => desk.asked('changeAutoPaySettings').map(({ body }) => body)
  await planned('PL-LARGE').waitFor()
  await perCharge.fill('12,5')
  await perMonth.fill('0')
  await save.click()
  await settings.getByText('Enter an amount in USD with at most two decimals').waitFor()
  await settings
    .getByText('Enter an amount above zero, or leave the field empty for no cap.')
    .waitFor()
  await expect.poll(() => isFocused(perCharge)).toBe(true)
  await perCharge.fill('500')
  await perMonth.fill('$850.00')
  await pause.fill('2/30/2027')
  await save.click()
  await settings.getByText('Date input not valid.').waitFor()
  await pause.fill('11/24/2026')
  await settings.getByText('Choose a day after today.').waitFor()
  expect(sent()).toEqual([])
  await pause.fill('11/30/2026')
  current = withoutLarge(current!)
  await save.click()
  await toast('AutoPay settings saved').waitFor()
  await left('PL-LARGE').getByText('Exceeds your cap per charge').waitFor()
  await expect.poll(() => planned('PL-LARGE').count()).toBe(0)
  await page.getByText('AutoPay is paused: nothing will be charged before 11/30/2026.').waitFor()
  await page.reload()
  await expect.poll(() => perCharge.inputValue()).toBe('500.00')
  for (const field of [perCharge, perMonth, pause]) await field.fill('')
  await save.click()
  await expect.poll(sent).toEqual([
    { capPerCharge: 500, capPerMonth: 850, pausedUntil: '2026-11-30' },
    { capPerCharge: null, capPerMonth: null, pausedUntil: null },
  ])
})

function withoutLarge(plan: AutoPayPlanAnswer): AutoPayPlanAnswer {
  const large = plan.days.find(({ charges }) =>
    charges.some(({ invoiceNumber }) => invoiceNumber === 'PL-LARGE'),
  )!
  const row = { ...large.charges[0]!, reason: 'Exceeds your cap per charge' }
  return {
    ...plan,
    days: plan.days.filter((day) => day !== large),
    notCovered: [row, ...plan.notCovered],
  }
}

test('opting out first lists the invoices to pay manually', async () => {
  const { page, desk } = await screen({
    as: pam,
    at,
    answers: { isEnrolledInAutoPay: true, disableAutoPay: true },
  })
  const { optOut, optingOut, optedOut, enroll } = autoPay(page)
  await optOut.click()
  await optingOut.getByText('PL-SMALL').waitFor()
  await optingOut.getByRole('button', { name: 'Cancel' }).click()
  await optOut.click()
  desk.answer({ isEnrolledInAutoPay: false })
  await optingOut.getByRole('button', { name: 'Opt-Out' }).click()
  await optedOut.getByText(/You have opted out of AutoPay/).waitFor()
  await optedOut.getByRole('button', { name: 'Close' }).last().click()
  await enroll.waitFor()
  expect(desk.asked('disableAutoPay')).toMatchObject([{ query: { crmId: plover.accountId } }])
})

test('without a network the panel shows what failed, and Retry loads it', async () => {
  const { page, context, problems } = await screen({ as: pam, at, answers: { hasPastDue: false } })
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
  const { page } = await screen({ as: paula, at, ...onPhone })
  const { perCharge } = autoPay(page)
  await perCharge.waitFor()
  const top = async () => (await perCharge.boundingBox())!.y
  expect(await top()).toBeGreaterThan(phone.height)
  await page.getByRole('button', { name: 'Settings', exact: true }).tap()
  await expect.poll(top).toBeLessThan(phone.height / 2)
  await expect.poll(() => isFocused(perCharge)).toBe(true)
})
