import { beforeEach, expect, test } from 'vitest'
import sql from 'sql-template-tag'
import type { Invoice } from '@portal/domain/invoices/invoices.schema'
import type { Card } from '@portal/domain/payments/cards.schema'
import type { AutoPayPlanAnswer } from '@portal/domain/payments/autopay.schema'
import { addDays } from '@portal/domain/kernel/day'
import { outcomeOf, testPayer } from '../../../test/payments/payer.ts'
import { charges, useCard } from '../../../test/payments/payments.ts'
import { testClock, testPortal } from '../../../test/portal/test-portal.ts'
import { startCharging, stopCharging } from '../charge/charging-stop.ts'
import { runAutoPay } from './run-autopay.ts'

const start = '2027-01-10'
const portal = testPortal()
const clock = testClock(portal)
beforeEach(() => clock.set(`${start}T08:00:00Z`))
const paula = testPayer(portal, 'D', { invoice: false })

async function workAt(time: string, day = start): Promise<void> {
  await clock.set(`${day}T${time}Z`)
  await runAutoPay(portal.deps, portal.system)
}
const setCard = (change: string) =>
  portal.system.query(`update card set ${change} where account_id = '${paula.accountId}'`)

/** Returns the planned charges of a day, in cents. */
const shown = async (day: string) =>
  Object.fromEntries(
    (await paula.plan()).days
      .filter((one) => one.day === day)
      .flatMap(({ charges: some }) => some)
      .map(({ invoiceNumber, amount }) => [invoiceNumber, Math.round(amount * 100)]),
  )

interface Made {
  number: string
  state: string
  cents: number
  day: string
}
const attempts = async () =>
  (
    await portal.system.query<Made & Record<string, unknown>>(sql`
      select p.invoice_number as number, p.state, p.amount_cents as cents, b.autopay_day as day
        from payment_attempt p join payment_batch b on b.account_id = p.account_id and b.id = p.batch_id
       where p.account_id = ${paula.accountId} order by b.autopay_day, p.invoice_number`)
  ).rows

test('forty days: each invoice is charged on its day, after a decline the next day, with an expired card never', async () => {
  // The card expires after the 22nd day. Before that, a declining card is the default for three days.
  await setCard('exp_month = 1, exp_year = 2027')
  for (let at = 0; at < 40; at += 4)
    await paula.given(at, { due: addDays(start, at), balance: 1000 + at })
  expect((await paula.post('/api/payment/autopay/enable')).json()).toBe(true)
  for (let at = 0; at < 40; at += 1) {
    const day = addDays(start, at)
    await workAt('09:00:00', day)
    await workAt('20:59:59', day)
    const planned = await shown(day)
    // Two replicas run at the hour, and again later.
    await Promise.all([workAt('21:00:00', day), workAt('21:00:00', day)])
    await workAt('23:30:00', day)
    const charged = (await attempts()).filter((one) => one.day === day)
    const made = Object.fromEntries(charged.map(({ number, cents }) => [number, cents]))
    expect(made, day).toEqual(planned)
    if (at === 7) await useCard(paula.browser, 'pm_card_chargeCustomerFail')
    if (at === 10) await useCard(paula.browser, 'pm_card_mastercard')
  }
  const all = await attempts()
  const of = (at: number) =>
    all.filter(({ number }) => number === paula.number(at)).map(({ day, state }) => [day, state])
  expect(of(0)).toEqual([[start, 'succeeded']])
  // Declined on three days, paid with the new card on the fourth.
  expect(of(8)).toEqual([
    [addDays(start, 8), 'failed'],
    [addDays(start, 9), 'failed'],
    [addDays(start, 10), 'failed'],
    [addDays(start, 11), 'succeeded'],
  ])
  expect(of(36)).toEqual([[addDays(start, 36), 'succeeded']])
  const paid = all.filter(({ state }) => state === 'succeeded')
  expect(paid).toHaveLength(10)
  expect((await charges(portal)).map(({ amount }) => amount).sort()).toEqual(
    paid.map(({ cents }) => cents).sort(),
  )
  expect(await paula.mails('batch %')).toHaveLength(13)
})

test('only another default card fixes the day again: neither a second card nor a renewal charges a raised amount', async () => {
  const invoiceId = await paula.given(1, { due: start })
  await paula.post('/api/payment/autopay/enable')
  await workAt('09:00:00')
  await paula.setBalance(19_000, invoiceId)
  const second = await paula.saveCard('pm_card_mastercard')
  const [card] = await paula.json<{ stripeId: string }[]>('/api/payment/card')
  const renewed = { exp_month: 11, exp_year: 2040 }
  await portal.sandbox.control(`/payment_methods/${card!.stripeId}`, renewed)
  await portal.sandbox.control('/send-event', {
    type: 'payment_method.automatically_updated',
    object: { id: card!.stripeId, object: 'payment_method' },
  })
  await expect
    .poll(() =>
      paula.values(sql`select exp_year from card where provider_card_id = ${card!.stripeId}`),
    )
    .toEqual([2040])
  await workAt('21:00:00')
  expect(await attempts()).toEqual([])

  await workAt('09:00:00', addDays(start, 1))
  await paula.setBalance(20_000, invoiceId)
  const path = '/api/payment/autopay/plan?anotherCard=true'
  const { card: before, days } = await paula.json<AutoPayPlanAnswer>(path)
  const day = addDays(start, 1)
  expect(days).toMatchObject([{ day, total: 200 }])
  const choose = (amount: number) =>
    paula.send('PUT', `/api/payment/card/default?cardId=${second}`, {
      payload: { shown: { cardId: before!.id, firstCharge: { day, amount } } },
    })
  const refused = await choose(190)
  expect([refused.statusCode, refused.body]).toEqual([
    409,
    expect.stringMatching(/The first charge is now \$200\.00 on .*, not \$190\.00 on /),
  ])
  expect((await choose(200)).statusCode).toBe(200)
  await workAt('21:00:00', addDays(start, 1))
  expect(await attempts()).toMatchObject([{ cents: 20_000, state: 'succeeded' }])
})

test('AutoPay does not charge a new card more than was shown', async () => {
  await paula.given(1, { due: addDays(start, 1) })
  await paula.post('/api/payment/autopay/enable')
  await setCard('removed_at = now(), is_default = false')
  const add = async (token: string, amount: number) =>
    (
      await paula.post(`/api/payment/card?stripeToken=${token}`, {
        payload: { shown: { cardId: null, firstCharge: { day: addDays(start, 1), amount } } },
      })
    ).json<Card>()
  expect(await add('pm_card_visa', 99)).toMatchObject({ brand: 'visa', isDefault: false })
  expect((await paula.plan()).days).toEqual([])
  expect(await add('pm_card_mastercard', 100)).toMatchObject({ isDefault: true })
  expect((await paula.plan()).days).toMatchObject([{ total: 100 }])
})

test('a card reported lost is not retried until it is changed, and an expired card is never tried', async () => {
  await paula.given(1, { due: start })
  await paula.post('/api/payment/autopay/enable')
  await setCard(`stopped_code = 'lost_card'`)
  await workAt('21:00:00')
  expect(await attempts()).toEqual([])
  const reasons = async () => (await paula.plan()).notCovered.map(({ reason }) => reason)
  expect(await reasons()).toEqual(['The default card was declined; please change it'])
  await paula.saveCard('pm_card_visa')
  expect((await paula.plan()).days).toMatchObject([{ day: addDays(start, 1) }])
  await setCard('exp_month = 12, exp_year = 2026')
  expect(await reasons()).toEqual(['The default card will have expired'])
})

test('a decline that stops a card applies to every payer', async () => {
  const [card] = await paula.json<{ stripeId: string }[]>('/api/payment/card')
  const expired = { exp_month: 1, exp_year: 2020 }
  await portal.sandbox.control(`/payment_methods/${card!.stripeId}`, expired)
  const answer = await outcomeOf(paula.pay('', '', await paula.given(1)))
  expect(answer).toBe('402 Your card has expired.')
  const stopped = sql`select stopped_code from card where account_id = ${paula.accountId} and is_default`
  expect(await paula.values(stopped)).toEqual(['expired_card'])
})

test('the list names the day of a fixed charge, until the run has tried it', async () => {
  for (const nth of [1, 2, 3]) await paula.given(nth, { due: start })
  await paula.given(4, { due: addDays(start, 1) })
  expect((await paula.post('/api/payment/autopay/enable')).json()).toBe(true)
  const fixed = async () => {
    const list = await paula.json<Invoice[]>('/api/invoice')
    return list.flatMap(({ id, autoPayOn }) => (autoPayOn ? [`${id} ${autoPayOn}`] : [])).sort()
  }
  const on = (day: string, ...nths: number[]) => nths.map((nth) => `${ids[nth - 1]} ${day}`)
  const ids = (await paula.json<Invoice[]>('/api/invoice')).map(({ id }) => id).sort()
  await workAt('08:59:59')
  expect(await fixed()).toEqual([])
  await workAt('09:00:00')
  expect(await fixed()).toEqual(on(start, 1, 2, 3))
  await paula.setBalance(19_000, ids[0])
  await paula.pay('', '', ids[1])
  expect(await fixed()).toEqual(on(start, 3))
  await useCard(paula.browser, 'pm_card_chargeCustomerFail')
  expect(await fixed()).toEqual(on(start, 1, 3))
  const one = `/api/invoice/details/${paula.number(3)}`
  expect(await paula.json<Invoice>(one)).toMatchObject({ autoPayOn: start })
  await stopCharging(portal.system, 'drill')
  expect([await fixed(), (await paula.json<Invoice>(one)).autoPayOn]).toEqual([[], null])
  await startCharging(portal.system)
  expect(await fixed()).toEqual(on(start, 1, 3))
  await workAt('21:00:00')
  expect(await fixed()).toEqual([])
  // The next run has started, and has tried none.
  const day = addDays(start, 1)
  await workAt('09:00:00', day)
  await portal.system.query(sql`update autopay_day set started_at = now() where day = ${day}`)
  await portal.system.query(sql`
    insert into payment_batch (account_id, request_key, card_id, autopay_day, actor_account_id, actor_name, ip_address)
    select account_id, 'run', id, ${day}, account_id, '', '' from card
     where account_id = ${paula.accountId} and is_default`)
  expect(await fixed()).toEqual(on(day, 1, 3, 4))
  await paula.workerRound({ batches: true })
  expect(await fixed()).toEqual([])
  // Without a card, a run leaves all out.
  await workAt('09:00:00', addDays(start, 2))
  expect(await fixed()).toEqual(on(addDays(start, 2), 1, 3, 4))
  await setCard('removed_at = now(), is_default = false')
  await workAt('21:00:00', addDays(start, 2))
  expect(await fixed()).toEqual([])
})
