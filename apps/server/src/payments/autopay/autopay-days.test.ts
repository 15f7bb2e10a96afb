import { expect, test } from 'vitest'
import sql from 'sql-template-tag'
import { addDays } from '@portal/domain/kernel/day'
import type { AutoPayPlanAnswer } from '@portal/domain/payments/autopay.schema'
import { charges, givenPayer, useCard } from '../../../test/payments.ts'
import type { Browser } from '../../../test/portal.ts'
import { testClock, testPortal } from '../../../test/test-portal.ts'
import { postPayments } from '../charge/post-payments.ts'
import { runAutoPay } from './run-autopay.ts'

const start = '2027-01-10'
const portal = testPortal({ PORTAL_POSTING: 'erp' })
const clock = testClock(portal)

const work = () => runAutoPay(portal.deps, portal.system)
const planOf = async (who: Browser) =>
  (await who.get('/api/payment/autopay/plan')).json<AutoPayPlanAnswer>()

interface Shown {
  [invoiceNumber: string]: number
}
const firstDay = (plan: AutoPayPlanAnswer, day: string): Shown =>
  Object.fromEntries(
    plan.days
      .filter((one) => one.day === day)
      .flatMap((one) =>
        one.charges.map((charge) => [charge.invoiceNumber, Math.round(charge.amount * 100)]),
      ),
  )

async function attempts(accountId: string) {
  const { rows } = await portal.system.query<{
    number: string
    state: string
    cents: number
    day: string
  }>(sql`
    select i.invoice_number as number, p.state, p.amount_cents as cents, b.autopay_day as day
      from payment_attempt p join invoice i on i.account_id = p.account_id and i.id = p.invoice_id
      join payment_batch b on b.account_id = p.account_id and b.id = p.batch_id
     where p.account_id = ${accountId} order by b.autopay_day, i.invoice_number`)
  return rows
}

test('forty days: each invoice on its day, a decline again the next day, an expired card never', async () => {
  const accountId = 'D40'
  await clock.set(`${start}T08:00:00Z`)
  const paula = await givenPayer(portal, accountId)
  // Its month ends on the 22nd day; before that a declining card is the default for three days.
  await portal.system.query(
    sql`update card set exp_month = 1, exp_year = 2027 where account_id = ${accountId}`,
  )
  for (let at = 0; at < 40; at += 4)
    await portal.given.invoice(accountId, `V-${String(at).padStart(2, '0')}`, {
      due: addDays(start, at),
      balance: 1000 + at,
    })
  expect((await paula.post('/api/payment/autopay/enable')).json()).toBe(true)
  for (let at = 0; at < 40; at += 1) {
    const day = addDays(start, at)
    await clock.set(`${day}T09:00:00Z`)
    await work()
    await clock.set(`${day}T20:59:59Z`)
    await work()
    const shown = firstDay(await planOf(paula), day)
    // Two replicas run at the hour, and again later.
    await clock.set(`${day}T21:00:00Z`)
    await Promise.all([work(), work()])
    await clock.set(`${day}T23:30:00Z`)
    await work()
    const charged = (await attempts(accountId)).filter((one) => one.day === day)
    expect(Object.fromEntries(charged.map(({ number, cents }) => [number, cents])), day).toEqual(
      shown,
    )
    if (at === 7) await useCard(paula, 'pm_card_chargeCustomerFail')
    if (at === 10) await useCard(paula, 'pm_card_mastercard')
  }
  const all = await attempts(accountId)
  const of = (number: string) =>
    all.filter((one) => one.number === number).map(({ day, state }) => [day, state])
  expect(of('V-00')).toEqual([[start, 'succeeded']])
  // Declined on three days, paid with the new card on the fourth.
  expect(of('V-08')).toEqual([
    [addDays(start, 8), 'failed'],
    [addDays(start, 9), 'failed'],
    [addDays(start, 10), 'failed'],
    [addDays(start, 11), 'succeeded'],
  ])
  expect(of('V-36')).toEqual([[addDays(start, 36), 'succeeded']])
  const paid = all.filter(({ state }) => state === 'succeeded')
  expect(paid).toHaveLength(10)
  expect((await charges(portal)).map(({ amount }) => amount).sort()).toEqual(
    paid.map(({ cents }) => cents).sort(),
  )
  const { rows } = await portal.system.query(sql`
    select count(*) as mails from mail where account_id = ${accountId} and about like 'batch %'`)
  expect(rows).toEqual([{ mails: 13 }])
})

test('a card reported lost is not tried again until it is changed, and an expired one not at all', async () => {
  const accountId = 'LOST'
  await clock.set(`${start}T08:00:00Z`)
  const paula = await givenPayer(portal, accountId)
  await portal.given.invoice(accountId, 'L-1', { due: start })
  await paula.post('/api/payment/autopay/enable')
  await portal.system.query(
    sql`update card set stopped_code = 'lost_card' where account_id = ${accountId}`,
  )
  await clock.set(`${start}T21:00:00Z`)
  await work()
  expect(await attempts(accountId)).toEqual([])
  expect((await planOf(paula)).notCovered).toMatchObject([
    { invoiceNumber: 'L-1', reason: 'The default card was declined; please change it' },
  ])
  await paula.post('/api/payment/card?stripeToken=pm_card_visa')
  expect((await planOf(paula)).days).toMatchObject([{ day: addDays(start, 1) }])
  await portal.system.query(
    sql`update card set exp_month = 12, exp_year = 2026 where account_id = ${accountId}`,
  )
  expect((await planOf(paula)).notCovered).toMatchObject([
    { reason: 'The default card will have expired' },
  ])
})

test('a decline that stops a card counts for every payer', async () => {
  const accountId = 'STOP'
  const paula = await givenPayer(portal, accountId)
  const [card] = (await paula.get('/api/payment/card')).json<{ stripeId: string }[]>()
  await portal.sandbox.control(`/payment_methods/${card!.stripeId}`, {
    exp_month: 1,
    exp_year: 2020,
  })
  const id = await portal.given.invoice(accountId, 'S-1')
  const answer = await paula.post(`/api/invoice/${id}/payment`)
  expect(answer.json()).toEqual({ message: 'Your card has expired.' })
  const { rows } = await portal.system.query(sql`
    select stopped_code from card where account_id = ${accountId} and is_default`)
  expect(rows).toEqual([{ stopped_code: 'expired_card' }])
})

test('a plan older than a day is not charged late', async () => {
  const accountId = 'LATE'
  await clock.set(`${start}T08:00:00Z`)
  const paula = await givenPayer(portal, accountId)
  await portal.given.invoice(accountId, 'T-1', { due: start })
  await clock.set(`${start}T09:00:00Z`)
  await paula.post('/api/payment/autopay/enable')
  // No worker for three days.
  await clock.set(`${addDays(start, 3)}T10:00:00Z`)
  await work()
  expect(await attempts(accountId)).toEqual([])
  expect(firstDay(await planOf(paula), addDays(start, 3))).toEqual({ 'T-1': 10_000 })
  await clock.set(`${addDays(start, 3)}T21:00:00Z`)
  await work()
  expect(await attempts(accountId)).toMatchObject([{ number: 'T-1', state: 'succeeded' }])
  await postPayments(portal.system, 'portal')
})
