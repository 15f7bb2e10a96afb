import sql from 'sql-template-tag'
import { beforeEach, expect, test } from 'vitest'
import { addDays } from '@portal/domain/kernel/day'
import { testPayer } from '../../../test/payments/payer.ts'
import { testClock, testPortal } from '../../../test/portal/test-portal.ts'
import { useCard } from '../../../test/payments/payments.ts'
import { startCharging, stopCharging } from '../charge/charging-stop.ts'
import { runAutoPay } from './run-autopay.ts'

const portal = testPortal()
const clock = testClock(portal)
const day = '2027-03-29'
beforeEach(() => clock.set(`${day}T08:00:00Z`))
const paula = testPayer(portal, 'TD', { invoice: false })

const given = (nth: number | string, is: object = {}) => paula.given(nth, { due: day, ...is })
const enable = () => paula.post('/api/payment/autopay/enable')
/** Fixes the day that many days later, and returns the mails about it. */
async function tell(days = 0) {
  const when = addDays(day, days)
  await clock.set(`${when}T09:00:00Z`)
  await runAutoPay(portal.deps, portal.system)
  return paula.mails(`autopay of ${when} %`)
}

test('the mail of a day says what is charged, and what is due and is not, with what to do', async () => {
  await given(1, { balance: 12_345 })
  await given(2, { balance: 30 })
  await given(3, { balance: -20_000 })
  await given('hidden', { category: 'Secret' })
  await enable()
  const [mail, ...more] = await tell()
  expect(more).toEqual([])
  expect(mail?.subject).toBe(
    'AutoPay charges $123.45 tonight, 1 due invoice is not charged, 03/29/2027',
  )
  for (const text of [
    'Charged: 03/29/2027, after 9:00 PM UTC',
    `${paula.number(1)}: $123.45 USD, due 03/29/2027`,
    `${paula.number(2)}: $0.30 USD, due 03/29/2027`,
    'Is below the minimum of $0.50 for credit card payments. Please pay it by bank transfer.',
    `Open credits: ${paula.number(3)} $200.00. Card payments do not use them.`,
  ])
    expect(mail?.text).toContain(text)
  expect(mail?.text).not.toContain(paula.number('hidden'))
})

test('a reason that stays is mailed again after seven days, and a changed one at once', async () => {
  const id = await given(1, { balance: 30 })
  await enable()
  const subject = (on: string) => [`AutoPay: 1 due invoice is not charged, ${on}`]
  const subjects = async (days: number) => (await tell(days)).map((mail) => mail.subject)
  expect(await subjects(0)).toEqual(subject('03/29/2027'))
  for (const days of [1, 6]) expect(await subjects(days)).toEqual([])
  expect(await subjects(7)).toEqual(subject('04/05/2027'))
  await paula.setBalance(6_000_000, id)
  expect(await subjects(8)).toEqual(subject('04/06/2027'))
})

test('a day that is fixed again is mailed again if what the last mail says is no longer true', async () => {
  await given(1)
  await enable()
  expect(await tell()).toHaveLength(1)
  await useCard(paula.browser, 'pm_card_visa')
  const fixedAgain = await tell()
  expect(fixedAgain.map(({ subject }) => subject)).toEqual([
    'AutoPay charges $100.00 tonight, 03/29/2027',
  ])
  const cap = (capPerCharge: number | null) =>
    paula.send('PUT', '/api/payment/autopay/settings', {
      payload: { capPerCharge, capPerMonth: null, pausedUntil: null },
    })
  await cap(50)
  const [, changed] = await tell()
  expect(changed?.subject).toBe('AutoPay: 1 due invoice is not charged, 03/29/2027')
  expect(changed?.text).toContain('Exceeds your cap per charge. Please raise the cap')
  // The third result is the first one again.
  await cap(null)
  expect((await tell()).map(({ subject }) => subject)).toEqual([
    ...fixedAgain.map(({ subject }) => subject),
    changed!.subject,
    'AutoPay charges $100.00 tonight, 03/29/2027',
  ])
})

test('a promised charge is taken back, although its reason is not new', async () => {
  await given(1)
  await enable()
  const cap = async (capPerCharge: number) => {
    await paula.send('PUT', '/api/payment/autopay/settings', {
      payload: { capPerCharge, capPerMonth: null, pausedUntil: null },
    })
  }
  await cap(50)
  const subject = (on: string) => `AutoPay: 1 due invoice is not charged, ${on}`
  expect((await tell()).map((mail) => mail.subject)).toEqual([subject('03/29/2027')])
  expect(await tell(1)).toEqual([])
  await cap(500)
  await cap(50)
  expect((await tell(1)).map((mail) => mail.subject)).toEqual([
    'AutoPay charges $100.00 tonight, 03/30/2027',
    subject('03/30/2027'),
  ])
})

test('while charging is stopped, no mail says that something is charged tonight', async () => {
  await given(1)
  await enable()
  await stopCharging(portal.system, 'drill')
  const [mail] = await tell()
  await startCharging(portal.system)
  expect(mail?.subject).toBe('AutoPay: 1 due invoice is not charged, 03/29/2027')
  expect(mail?.text).toContain('Card payments are paused at the moment.')
})

test('each reader gets a mail about their own categories; without a payer, those who manage users do', async () => {
  await paula.colleague('licenses')
  await paula.colleague('secret', ['Secret'], ['AccessInvoices', 'ManageUsers'])
  await paula.colleague('reader', ['Licenses', 'Secret'], ['AccessInvoices'])
  await paula.colleague('manager', ['Licenses'], ['AccessInvoices', 'ManageUsers'])
  await given('seen', { balance: 11_100 })
  await given('hidden', { balance: 22_200, category: 'Secret' })
  await enable()
  const told = await tell()
  const of = (name: string) =>
    told
      .filter(({ recipient }) => recipient.startsWith(`${name}@`))
      .map(({ text }) => text)
      .join()
  expect(told).toHaveLength(3)
  expect(of('licenses')).toContain('$111.00')
  expect(of('licenses')).not.toMatch(/hidden|222/)
  expect(of('secret')).toContain('$222.00')
  expect(of('secret')).not.toMatch(/seen|111/)
})

test('a category of AutoPay that no payer or manager of users sees needs attention, and is charged', async () => {
  await given(1)
  await given('hidden', { category: 'Secret' })
  await enable()
  await paula.colleague('reader', ['Secret'], ['AccessInvoices'])
  const listed = () =>
    paula.values(sql`
      select subject || ' ' || detail from attention_item
       where account_id = ${paula.accountId} and list = 'autoPayReaders'`)
  expect(await listed()).toEqual(['Secret 1'])
  expect((await tell()).map(({ subject }) => subject)).toEqual([
    'AutoPay charges $100.00 tonight, 03/29/2027',
  ])
  expect(
    await paula.values(sql`
    select count(*) from autopay_item where account_id = ${paula.accountId}`),
  ).toEqual([2])
  await paula.colleague('manager', ['Secret'], ['AccessInvoices', 'ManageUsers'])
  expect(await listed()).toEqual([])
})

test('the mail about a run says which invoices are tried again, and when', async () => {
  await given(1)
  await enable()
  await useCard(paula.browser, 'pm_card_chargeCustomerFail')
  await tell()
  const run = async (days: number) => {
    await clock.set(`${addDays(day, days)}T21:00:00Z`)
    await runAutoPay(portal.deps, portal.system)
    return (await paula.mails('batch %')).at(-1)?.text
  }
  expect(await run(0)).toContain('AutoPay tries it again on 03/30/2027.')
  await tell(1)
  const [card] = await paula.json<{ stripeId: string }[]>('/api/payment/card')
  const expired = { exp_month: 1, exp_year: 2020 }
  await portal.sandbox.control(`/payment_methods/${card!.stripeId}`, expired)
  const stopped = await run(1)
  expect(stopped).not.toContain('tries it again')
  expect(stopped).toContain('The default card was declined; please change it.')
})
