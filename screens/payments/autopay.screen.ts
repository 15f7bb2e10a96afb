import type { AutoPayPlanAnswer } from '@portal/domain/payments/autopay.schema'
import { expect, test } from 'vitest'
import { autoPay, autoPayAddress } from '../../e2e/autopay-pages.ts'
import { isFocused } from '../../e2e/is-focused.ts'
import { godwit, plover } from '../../e2e/records/autopay-companies.ts'
import { screen } from '../screen.ts'
import { refusal } from '../stub/answers.ts'

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
  // The invoice to pay is named before the click, and leads to its page.
  const first = page
    .getByRole('region', { name: 'Pay before you enroll' })
    .getByRole('link')
    .first()
  expect(await first.getAttribute('href')).toMatch(/^\/invoices\/detail\/PL-/)
})

test('the plan is shown before enrolling, with the invoices left out and the reasons', async () => {
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

test('limits are checked, sent with the first charge under them, and removed by empty fields', async () => {
  let current: AutoPayPlanAnswer | undefined
  const { page, desk } = await screen({
    as: pam,
    at,
    answers: {
      getAutoPayPlan: async ({ query }, recorded) => {
        current ??= await recorded()
        return query.capPerCharge ? withoutLarge(current) : current
      },
      changeAutoPaySettings: ({ body: { shown: _shown, ...settings } }) =>
        (current = { ...current!, settings }),
    },
  })
  const { change, perCharge, perMonth, pause, save, plan, toast, settings } = autoPay(page)
  const sent = () => desk.asked('changeAutoPaySettings').map(({ body }) => body)
  await change.click()
  await perCharge.fill('12,5')
  await perMonth.fill('0')
  await pause.fill('2/30/2027')
  await perCharge.focus()
  await settings.getByText('Enter an amount in USD with at most two decimals').waitFor()
  await settings
    .getByText('Enter an amount above zero, or leave the field empty for no cap.')
    .waitFor()
  await settings.getByText('Date input not valid.').waitFor()
  await perCharge.fill('500')
  await perMonth.fill('$850.00')
  await pause.fill('11/24/2026')
  await settings.getByText('Choose a day after today.').waitFor()
  await expect.poll(() => save.getAttribute('aria-disabled')).toBe('true')
  await pause.fill('11/30/2026')
  await settings.getByText('$90.00 on 11/24/2026').waitFor()
  await save.click()
  await toast('AutoPay settings saved').waitFor()
  await page.getByText('AutoPay is paused: nothing will be charged before 11/30/2026.').waitFor()
  await plan.getByText('Limits: at most $500.00 per charge, at most $850.00 per month').waitFor()
  await change.click()
  await expect.poll(() => perCharge.inputValue()).toBe('500.00')
  for (const field of [perCharge, perMonth, pause]) await field.fill('')
  await save.click()
  const limits = { capPerCharge: 500, capPerMonth: 850, pausedUntil: '2026-11-30' }
  const none = { capPerCharge: null, capPerMonth: null, pausedUntil: null }
  await expect.poll(sent).toMatchObject([
    { ...limits, shown: { settings: none, firstCharge: { day: '2026-11-24', amount: 90 } } },
    { ...none, shown: { settings: limits } },
  ])
})

test('terms that reopen pass the checks again, and a plan that cannot be computed shows a message', async () => {
  const { page, desk, problems } = await screen({
    as: pam,
    at,
    answers: {
      hasPastDue: false,
      getAutoPayPlan: ({ query }, recorded) =>
        query.preview ? refusal(500, 'Something went wrong.') : recorded(),
    },
  })
  problems.expect(/500/)
  const { enroll, terms, alert } = autoPay(page)
  await enroll.click()
  await terms.getByRole('alert').getByText('An error occurred').waitFor()
  desk.answer({ getAutoPayPlan: (_, recorded) => recorded() })
  await terms.getByRole('button', { name: 'Retry' }).click()
  await terms.getByText('Visa ending in 4242').waitFor()
  await page.reload()
  await terms.waitFor()
  desk.answer({ hasPastDue: true })
  await page.reload()
  await alert.getByText('Unable to Enroll AutoPay - Has Past Due Invoices').waitFor()
  expect(await terms.count()).toBe(0)
})

test('entries of the enrollment stay with it; a first charge that rose is confirmed with both figures', async () => {
  let rise = 0
  let current: AutoPayPlanAnswer | undefined
  const { page, desk, problems } = await screen({
    as: pam,
    at,
    answers: {
      hasPastDue: false,
      getAutoPayPlan: async (_, recorded) => {
        current ??= await recorded()
        const [first, ...days] = current.days
        return { ...current, days: [{ ...first!, total: 90 + rise }, ...days] }
      },
      enableAutoPay: ({ body: { shown } }) =>
        shown!.firstCharge!.amount === 90 + rise || refusal(409, 'The first charge is higher now.'),
    },
  })
  problems.expect(/409/)
  const { enroll, terms, enrolled } = autoPay(page)
  await enroll.click()
  await terms.getByText('Visa ending in 4242').waitFor()
  await terms.getByRole('textbox', { name: 'Cap per month (USD)' }).fill('1000')
  await terms.getByRole('checkbox').click()
  await expect
    .poll(() =>
      desk.asked('getAutoPayPlan').some(({ query }) => query?.['capPerMonth'] !== undefined),
    )
    .toBe(true)
  await terms.getByText('$90.00 on 11/24/2026').waitFor()
  rise = 50
  await terms.getByRole('button', { name: 'Enroll', exact: true }).click()
  await terms.getByText('The first charge is higher now.').waitFor()
  await terms
    .getByText(/It was .*\$90\.00 on .* when you opened this, and is .*\$140\.00 on/)
    .waitFor()
  const both = terms.getByRole('button', { name: 'Enroll with these changes' })
  await expect.poll(() => isFocused(both)).toBe(true)
  await both.click()
  await enrolled.waitFor()
  expect(desk.asked('enableAutoPay').map(({ body }) => body)).toMatchObject(
    [90, 140].map((amount) => ({
      settings: { capPerMonth: 1000 },
      shown: { firstCharge: { amount } },
    })),
  )
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

test('without a network the panel shows an error, and Retry loads it', async () => {
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
