import { beforeEach, describe, expect, test } from 'vitest'
import sql from 'sql-template-tag'
import { addDays } from '@portal/domain/kernel/day'
import type { AutoPayPlanAnswer, PlannedInvoiceRow } from '@portal/domain/payments/autopay.schema'
import { shownAutoPay } from '@portal/domain/payments/autopay-shown'
import { itemsOf } from '../../../test/payments/batches.ts'
import { givenRecipients } from '../../../test/payments/given-recipients.ts'
import { outcomeOf, testPayer } from '../../../test/payments/payer.ts'
import { useCard } from '../../../test/payments/payments.ts'
import { testClock, testPortal } from '../../../test/portal/test-portal.ts'
import { warnOfExpiry } from '../cards/warn-of-expiry.ts'
import { endings } from '../charge/attempt.ts'
import { runAutoPay } from './run-autopay.ts'

let dies = false
const portal = testPortal({}, (name) => {
  if (dies && name === 'opened') throw new Error('died when the payments were opened')
})
const clock = testClock(portal)
const day = '2027-03-31'
const nextDay = addDays(day, 1)

beforeEach(() => clock.set(`${day}T08:00:00Z`))
const paula = testPayer(portal, 'AP', { invoice: false })

const at = (time: string, when = day) => clock.set(`${when}T${time}:00Z`)
async function workAt(time: string, when = day): Promise<void> {
  await at(time, when)
  await runAutoPay(portal.deps, portal.system)
}
const enable = () => paula.post('/api/payment/autopay/enable')
const disable = () => paula.post('/api/payment/autopay/disable')
const unlimited = { capPerCharge: null, capPerMonth: null, pausedUntil: null }
const settings = (payload: object) =>
  paula.send('PUT', '/api/payment/autopay/settings', { payload: { ...unlimited, ...payload } })
const given = (nth: number | string, is: object = {}) => paula.given(nth, { due: day, ...is })
const payByHand = async (id: string) =>
  expect(await outcomeOf(paula.pay('', '', id))).toBe('200 succeeded')

/** Returns the number of an invoice within the company. */
const nth = ({ invoiceNumber }: { invoiceNumber: string }) =>
  invoiceNumber.slice(paula.accountId.length + 1)
const planned = async () =>
  (await paula.plan()).days.map(({ day: on, charges }) => [on, charges.map(nth)])
const notCovered = async () => (await paula.plan()).notCovered.map((row) => [nth(row), row.reason])

/** Returns the fixed items, and why invoices were left out. */
const items = () =>
  paula.values(sql`
    select substr(i.invoice_number, ${paula.accountId.length + 2}) || coalesce(': ' || t.left_out, '')
      from autopay_item t join invoice i on i.account_id = t.account_id and i.id = t.invoice_id
     where t.account_id = ${paula.accountId} order by t.day, i.invoice_number`)
const mails = () => paula.mails('batch %')

describe('enrolling', () => {
  const status = () => paula.json<boolean>('/api/payment/autopay-status')
  const told = () =>
    paula.values(sql`
      select h.entry_type || ': ' || h.description || ' ' ||
             (select count(*) from mail m where m.account_id = h.account_id and m.about = 'autopay ' || h.id)
        from history_entry h
       where h.account_id = ${paula.accountId} and h.entry_type like 'AutoPay%' order by h.id`)

  test('stores the person, the terms and the network address, and mails the recipients once', async () => {
    await givenRecipients(portal, paula.accountId, 'books@x.example')
    expect(await status()).toBe(false)
    const answers = await Promise.all([enable(), enable(), enable()])
    expect(answers.map((answer) => answer.json<boolean>())).toEqual([true, true, true])
    expect(await status()).toBe(true)
    const agreed = await paula.values(sql`
      select concat_ws(', ', actor_name, ip_address, terms_version, terms like '%$50,000.00%', ended_at)
        from autopay_enrolment where account_id = ${paula.accountId}`)
    expect(agreed).toEqual(['payer Test, 127.0.0.1, 2026-11-30, t'])
    const enrolled = 'AutoPay Enrolled: Enrolled in AutoPay 2'
    expect(await told()).toEqual([enrolled])
    for (let time = 0; time < 2; time += 1) expect((await disable()).json()).toBe(false)
    expect(await told()).toEqual([enrolled, 'AutoPay Opted Out: Opted out of AutoPay 2'])
  })

  test('stores and mails the data shown with it; worse data is refused and saves nothing', async () => {
    await given(1, { due: nextDay })
    await given('hidden', { due: nextDay, category: 'Secret' })
    const limits = { capPerCharge: 150, capPerMonth: 1000, pausedUntil: null }
    const enrollShown = (more: object = {}) =>
      paula.post('/api/payment/autopay/enable', {
        payload: { settings: limits, shown: { ...shown, ...more } },
      })
    const preview = await paula.json<AutoPayPlanAnswer>(
      '/api/payment/autopay/plan?preview=true&capPerCharge=150&capPerMonth=1000',
    )
    const shown = shownAutoPay(preview, unlimited)
    expect(shown.firstCharge).toEqual({ day: nextDay, amount: 100 })

    const none = { firstCharge: null }
    const less = { firstCharge: { day: nextDay, amount: 99 } }
    const later = { firstCharge: { day: addDays(nextDay, 1), amount: 100 } }
    for (const worse of [none, less, later])
      expect(await outcomeOf(enrollShown(worse))).toMatch(
        /^409 The first charge is now \$100\.00 on 04\/01\/2027/,
      )
    expect(await outcomeOf(enrollShown({ cardId: null }))).toMatch(
      /^409 The default card is now Visa ending/,
    )
    await settings({ capPerMonth: 500 })
    expect(await outcomeOf(enrollShown())).toMatch(
      /^409 The limits were changed to: at most \$500\.00 per month\./,
    )
    await settings({})
    expect(await status()).toBe(false)
    expect((await paula.plan()).settings).toEqual(unlimited)

    const seen = { firstCharge: { day, amount: 120 } }
    expect(await outcomeOf(enrollShown(seen))).toMatch(/^200/)
    const stored = await paula.values(sql`
      select shown from autopay_enrolment where account_id = ${paula.accountId}`)
    expect(stored).toEqual([{ ...shown, ...seen }])
    expect((await paula.plan()).settings).toEqual(limits)
    // The same enrollment again, as after a lost response; then another one that confirmed something else.
    expect(await outcomeOf(enrollShown(seen))).toMatch(/^200/)
    const other = { payload: { settings: { ...limits, capPerCharge: 1 } } }
    expect(await outcomeOf(paula.post('/api/payment/autopay/enable', other))).toMatch(
      /^409 AutoPay is on already, with Visa ending in 4242 and at most \$150\.00 per charge/,
    )
    expect(await outcomeOf(enrollShown({ cardId: null }))).toMatch(/^409 AutoPay is on already/)
    const [mail] = await paula.values(sql`
      select content::text from mail where account_id = ${paula.accountId} order by created_at desc`)
    for (const fact of [
      'Visa ending in 4242',
      'at most $150.00 per charge, at most $1,000.00 per month',
      '04/01/2027',
    ])
      expect(mail).toContain(fact)
  })

  test('is refused by each condition, which stores nothing', async () => {
    await given('small', { due: '2020-01-01', balance: 30 })
    expect(await paula.json('/api/invoice/pastDue')).toBe(false)
    await given('old', { due: '2020-01-01' })
    await given('hidden', { due: '2020-01-01', category: 'Secret' })
    expect(await paula.json('/api/invoice/pastDue')).toBe(true)
    const { pastDue } = await paula.plan()
    expect(pastDue).toMatchObject({ invoices: [{ invoiceNumber: paula.number('old') }], hidden: 1 })
    expect(await outcomeOf(enable())).toMatch(/Unable to Enroll AutoPay - Has Past Due Invoices$/)
    const { accountId } = paula
    await portal.system.query(
      sql`update card set is_default = false where account_id = ${accountId}`,
    )
    expect(await outcomeOf(enable())).toMatch(/Unable to Enroll AutoPay - No Valid Card$/)
    expect([await status(), await told()]).toEqual([false, []])
  })

  test('caps and a pause are recorded, and take effect immediately', async () => {
    await given(1, { due: nextDay, balance: 10_001 })
    const caps = { capPerCharge: 100, capPerMonth: 5000.5 }
    expect((await settings(caps)).json<AutoPayPlanAnswer>()).toMatchObject({
      days: [],
      notCovered: [{ invoiceNumber: paula.number(), reason: 'Exceeds your cap per charge' }],
      settings: { ...unlimited, ...caps },
    })
    await settings(caps)
    const shown = { cardId: null, settings: unlimited, firstCharge: null }
    expect(await outcomeOf(settings({ ...caps, shown }))).toMatch(/^409 The default card is now/)
    expect(await told()).toEqual([
      'AutoPay Settings: Changed AutoPay: no limits → at most $100.00 per charge, at most $5,000.50 per month 1',
    ])
  })
})

test('the plan shows all charges with their day, and all other invoices with a reason', async () => {
  const due = addDays(day, 5)
  await given('soon', { due, balance: 12_345 })
  await given('euro', { due, currency: 'EUR' })
  await given('far', { due: '2199-01-01' })
  await given('hidden', { due, category: 'Secret' })
  const shown = await paula.plan()
  expect(shown).toMatchObject({
    isEnrolled: false,
    card: { last4Digits: '4242' },
    days: [
      { day: due, runsAt: `${due}T21:00:00.000Z`, total: 123.45, charges: [{ amount: 123.45 }] },
    ],
    hidden: 1,
  })
  expect(await planned()).toEqual([[due, ['soon']]])
  expect(await notCovered()).toEqual([
    ['euro', 'Only invoices in USD are paid by card'],
    ['far', 'Is due after the planned days'],
  ])
  expect(JSON.stringify(shown)).not.toContain(paula.number('hidden'))
  const eligible = await paula.json<PlannedInvoiceRow[]>('/api/invoice/unpaidEligibleInvoices')
  expect(eligible.map((row) => [nth(row), row.day])).toEqual([['soon', due]])
})

describe('a day', () => {
  test('is fixed at 09:00: later invoices wait, raised ones are left out, mailed and planned again', async () => {
    const rose = "Its balance rose after the day's charges were fixed"
    const risen = await given(1)
    await given(2, { balance: 20_000 })
    await enable()
    expect(await items()).toEqual([])
    await workAt('09:00')
    expect(await items()).toEqual(['1', '2'])
    await paula.setBalance(10_001, risen)
    await given(3, { balance: 30_000 })
    const { days } = await paula.plan()
    expect(days.map((one) => [one.day, one.charges.map((row) => [nth(row), row.reason])])).toEqual([
      [day, [['2', null]]],
      [
        nextDay,
        [
          ['1', rose],
          ['3', 'Is not among the charges that were fixed for the day'],
        ],
      ],
    ])
    await workAt('21:00')
    expect(await paula.taken()).toEqual([20_000])
    expect(await items()).toEqual([`1: ${rose}`, '2'])
    const [mail] = await mails()
    expect(mail?.subject).toBe('AutoPay: payment of 2 invoices: 1 paid, 1 not paid')
    expect(mail?.text).toContain(`${paula.number(1)}: ${rose}`)
    expect(mail?.text).not.toContain(paula.number(3))
    await workAt('09:00', nextDay)
    await workAt('21:00', nextDay)
    expect(await paula.taken()).toEqual([10_001, 20_000, 30_000])
  })

  test('whose invoices are all left out is mailed, once', async () => {
    const risen = await given(1)
    await enable()
    await workAt('09:00')
    await paula.setBalance(10_001, risen)
    await workAt('21:00')
    await workAt('21:00')
    expect(await paula.taken()).toEqual([])
    expect(await paula.subjects('batch %')).toEqual(['AutoPay: payment of 1 invoice: 1 not paid'])
  })

  test('does not charge an invoice that was paid manually; a new demand is charged on another day', async () => {
    const [id, other] = [await given(1), await given(2)]
    await enable()
    await workAt('09:00')
    await payByHand(id)
    await paula.contain()
    await portal.system.query(
      sql`update payment_attempt set posted_at = now() where account_id = ${paula.accountId}`,
    )
    await payByHand(other)
    await workAt('21:00')
    expect(await paula.taken()).toEqual([10_000, 10_000])
    expect(await items()).toEqual([
      "1: Was paid after the day's charges were fixed, and is owed again",
      '2: A payment is in progress or being posted',
    ])
    const [row] = (await paula.plan()).days[0]!.charges
    expect([nth(row!), row?.demand]).toEqual(['1', 1])
    const told = await mails()
    expect(told.map(({ text }) => text).join()).not.toContain(paula.number(2))
  })

  test('is fixed again by enrolling, a card, a cap and a pause, until its run', async () => {
    await given(1)
    await at('20:30')
    await enable()
    expect(await items()).toEqual(['1'])
    await given(2, { balance: 20_000 })
    await useCard(paula.browser, 'pm_card_mastercard')
    expect(await items()).toEqual(['1', '2'])
    await settings({ capPerCharge: 150 })
    expect(await items()).toEqual(['1'])
    // At a later hour, settings change the charges, but not the fixed items.
    await at('21:00')
    await settings({})
    expect(await items()).toEqual(['1'])
    await workAt('21:00')
    expect(await paula.taken()).toEqual([10_000])
  })

  test('that could not be fixed by 20:00 is not run, and the plan shows tomorrow', async () => {
    await given(1)
    await enable()
    await at('19:59')
    expect(await planned()).toEqual([[day, ['1']]])
    await workAt('20:00')
    expect(await planned()).toEqual([[nextDay, ['1']]])
    await workAt('21:00')
    expect([await items(), await paula.taken()]).toEqual([[], []])
  })

  test.each([
    [
      'whose run did not start is not made up for',
      '00:00',
      nextDay,
      'The day passed without a run',
    ],
    ['before whose run the customer opts out charges nothing', '21:00', day, 'AutoPay had ended'],
  ])('%s', async (_what, time, when, reason) => {
    await given(1)
    await enable()
    await workAt('09:00')
    if (when === day) await disable()
    await workAt(time, when)
    expect([await items(), await paula.taken()]).toEqual([[`1: ${reason}`], []])
    // By the plan, the invoice is charged on the next day if the customer is enrolled then.
    expect(await planned()).toEqual([[nextDay, ['1']]])
  })
})

describe('a run at 23:50 whose process dies after it opened the first payment', () => {
  const over = 'not_tried: The day of this charge is over.'
  const interrupted = `failed: ${endings.abandoned.message}`
  const batch = () =>
    paula.values(sql`select id from payment_batch where account_id = ${paula.accountId}`)
  const batchItems = async () => itemsOf(portal, (await batch())[0]!)
  const resume = () => paula.workerRound({ batches: true })

  beforeEach(async () => {
    await at('09:00')
    paula.invoiceId = await given(1, { balance: 1000 })
    await given(2, { balance: 2000 })
    await enable()
    dies = true
    await workAt('23:50')
    dies = false
  })

  test('before midnight opens it once more', async () => {
    expect(await paula.states()).toEqual(['open'])
    await clock.set(`${day}T23:59:59Z`)
    await resume()
    expect(await batchItems()).toEqual(['paid', 'paid'])
    expect(await paula.taken()).toEqual([1000, 2000])
    expect(await paula.states()).toHaveLength(3)
  })

  test('after midnight does not open it, however soon', async () => {
    await at('00:00', nextDay)
    await resume()
    expect(await batchItems()).toEqual([interrupted, over])
    expect(await paula.taken()).toEqual([])
  })

  test('does not open it 15 minutes after the first opening, and never a third time', async () => {
    await portal.system.query(sql`
      update payment_attempt set created_at = created_at - interval '15 minutes'
       where invoice_id = ${paula.invoiceId}`)
    dies = true
    await resume()
    await resume()
    dies = false
    await resume()
    expect(await batchItems()).toEqual([interrupted, interrupted])
    expect(await paula.states()).toEqual(['failed', 'failed', 'failed'])
    expect(await paula.taken()).toEqual([])
  })

  test('opens no payment after midnight that was not opened before midnight', async () => {
    await portal.system.query(sql`
      update payment_attempt set state = 'failed', settled_at = now() where account_id = ${paula.accountId}`)
    const late = await given(3, { balance: 3000 })
    await portal.system.query(sql`
      insert into payment_batch_item (account_id, batch_id, position, invoice_id, amount_cents)
      select account_id, id, 9, ${late}, 3000 from payment_batch where account_id = ${paula.accountId}`)
    await at('00:00', nextDay)
    await resume()
    expect((await batchItems()).at(-1)).toBe(over)
    expect(await paula.taken()).toEqual([])
  })

  test('does not open an invoice paid manually in between, although the books demand the same amount again', async () => {
    await paula.workerRound()
    await payByHand(paula.invoiceId)
    await paula.contain()
    await portal.system.query(
      sql`update invoice set amount_cents = 2000 where id = ${paula.invoiceId}`,
    )
    await resume()
    expect(await batchItems()).toEqual([
      "failed: Was paid after the day's charges were fixed, and is owed again",
      'paid',
    ])
    expect(await paula.taken()).toEqual([1000, 2000])
  })
})

test('recipients of AutoPay are warned 30 and 7 days before the card’s last day, once each', async () => {
  await enable()
  await portal.system.query(
    sql`update card set exp_month = 2, exp_year = 2028 where account_id = ${paula.accountId}`,
  )
  for (const [on, warnings] of [
    ['2028-01-29', 0],
    ['2028-01-30', 1],
    ['2028-02-21', 1],
    ['2028-02-22', 2],
    ['2028-03-01', 2],
  ] as const) {
    await at('12:00', on)
    for (let time = 0; time < 2; time += 1) await warnOfExpiry(portal.deps, portal.system)
    expect(await paula.subjects('card expiry%'), on).toEqual(
      Array<string>(warnings).fill('The card for AutoPay expires at the end of 02/2028'),
    )
  }
})
