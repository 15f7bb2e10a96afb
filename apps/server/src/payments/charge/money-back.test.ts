import { beforeEach, expect, test, vi } from 'vitest'
import sql from 'sql-template-tag'
import type { Invoice } from '@portal/domain/invoices/invoices.schema'
import type { Card } from '@portal/domain/payments/cards.schema'
import { eventsOf } from '../../../test/events.ts'
import { atProvider, books, givenPayer, refundOf, useCard } from '../../../test/payments.ts'
import type { Browser } from '../../../test/portal.ts'
import { testPortal } from '../../../test/test-portal.ts'
import { postPayments } from './post-payments.ts'

const portal = testPortal()
let paula: Browser
let accountId: string
let invoiceId: string
let count = 0

beforeEach(async () => {
  accountId = `MB${(count += 1)}`
  paula = await givenPayer(portal, accountId)
  invoiceId = await portal.given.invoice(accountId, `MB-${count}`)
  await portal.sandbox.control('/webhooks', {
    duplicate: 1,
    reorder: false,
    drop: false,
    delayMs: 5,
  })
})

const pay = async () => (await paula.post(`/api/invoice/${invoiceId}/payment`)).statusCode
const payAgain = async () => {
  const { moneyBack } = await invoice()
  const asked = `payAgainAfter=${moneyBack?.at ?? ''}`
  return (await paula.post(`/api/invoice/${invoiceId}/payment?${asked}`)).statusCode
}
const refund = (cents?: number) => refundOf(portal, invoiceId, cents)
const invoice = async () =>
  (await paula.get(`/api/invoice/details/MB-${count}`)).json<{
    balanceDue: number
    hasBeenCharged: boolean
    moneyBack: Invoice['moneyBack']
  }>()
async function told() {
  const { rows } = await portal.system.query<{ told: string }>(sql`
    select entry_type || ': ' || description as told from history_entry
     where account_id = ${accountId} and entry_type in ('Refund', 'Dispute') order by id`)
  return rows.map((row) => row.told)
}
const untilTold = (entries: string[]) =>
  vi.waitFor(async () => expect(await told()).toEqual(entries), 5000)
/** An invoice locked by the provider's event waits for the next round. */
const postAfterAMinute = async () => {
  await portal.system.query(sql`
    update payment_attempt set settled_at = now() - interval '2 minutes'
     where account_id = ${accountId} and state = 'succeeded'`)
  await vi.waitFor(async () => expect(await postPayments(portal.system, 'portal')).toBe(1), 5000)
}

test('a refund is booked back, does not reopen the invoice, and is mailed once', async () => {
  expect(await pay()).toBe(200)
  expect(await invoice()).toMatchObject({ hasBeenCharged: true })
  await portal.sandbox.control('/webhooks', { duplicate: 4, reorder: true })
  await refund()
  await untilTold([`Refund: Refunded $100.00 of the payment of invoice MB-${count}`])
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(await told()).toHaveLength(1)
  expect((await eventsOf(portal, accountId)).slice(1)).toMatchObject([
    { type: 'invoice.payment.refunded', data: { amountCents: 10_000, remainingCents: 0 } },
  ])
  expect(await books(portal, accountId)).toMatchObject({
    receivableCents: 0,
    clearingCents: 0,
    payments: 1,
  })
  expect(await invoice()).toMatchObject({ balanceDue: 100, hasBeenCharged: false })
  const { rows } = await portal.system.query(sql`
    select count(*) as mails from mail where account_id = ${accountId} and about like 'refund %'`)
  expect(rows).toEqual([{ mails: 1 }])
  // It can be paid again by hand, after a question, once.
  expect(await pay()).toBe(409)
  expect(await payAgain()).toBe(200)
  expect(await books(portal, accountId)).toMatchObject({
    receivableCents: -10_000,
    states: ['succeeded', 'succeeded'],
  })
})

test('a partial refund after posting is due again, to the cent', async () => {
  await pay()
  await postAfterAMinute()
  expect(await invoice()).toMatchObject({ balanceDue: 0 })
  await refund(2_501)
  await untilTold([`Refund: Refunded $25.01 of the payment of invoice MB-${count}`])
  expect(await invoice()).toMatchObject({ balanceDue: 25.01, hasBeenCharged: false })
  await refund(7_499)
  await vi.waitFor(async () => expect(await told()).toHaveLength(2), 5000)
  expect(await invoice()).toMatchObject({ balanceDue: 100, hasBeenCharged: false })
  expect((await books(portal, accountId)).receivableCents).toBe(0)
})

async function disputed(): Promise<string> {
  await useCard(paula, 'pm_card_createDispute')
  expect(await pay()).toBe(200)
  await untilTold([
    `Dispute: The payment of invoice MB-${count} ($100.00) is disputed by the card's bank`,
  ])
  const { rows } = await portal.system.query<{ id: string }>(
    sql`select id from payment_dispute where account_id = ${accountId}`,
  )
  return rows[0]!.id
}

test('a lost dispute takes the money back', async () => {
  const lost = await disputed()
  expect((await books(portal, accountId)).receivableCents).toBe(-10_000)
  await portal.sandbox.control(`/disputes/${lost}`, { status: 'lost' })
  await vi.waitFor(async () => expect(await told()).toHaveLength(2), 5000)
  expect((await told())[1]).toBe(
    `Dispute: The bank took back $100.00 of the payment of invoice MB-${count}`,
  )
  expect((await books(portal, accountId)).receivableCents).toBe(0)
  expect(await invoice()).toMatchObject({ balanceDue: 100, hasBeenCharged: false })
  expect((await eventsOf(portal, accountId)).slice(1)).toMatchObject(
    ['open', 'lost'].map((state) => ({ type: 'invoice.payment.disputed', data: { state } })),
  )
})

test('an invoice whose payment is disputed is not covered by AutoPay', async () => {
  await disputed()
  const soon = new Date(Date.now() + 86_400_000 * 3).toISOString().slice(0, 10)
  await portal.system.query(sql`
    update payment_attempt set posted_at = now() where account_id = ${accountId};`)
  await portal.system.query(
    sql`update invoice set due_date = ${soon}, amount_cents = 15000, books_balance_cents = 15000
         where account_id = ${accountId}`,
  )
  const plan = (await paula.get('/api/payment/autopay/plan')).json<{
    notCovered: { reason: string }[]
  }>()
  expect(plan.notCovered).toMatchObject([{ reason: 'A payment of this invoice is disputed' }])
})

test('a card renewed by its bank or removed at the provider changes here too', async () => {
  const [card] = (await paula.get('/api/payment/card')).json<Card[]>()
  await portal.system.query(
    sql`update card set stopped_code = 'expired_card' where account_id = ${accountId}`,
  )
  await portal.sandbox.control(`/payment_methods/${card!.stripeId}`, {
    exp_month: 7,
    exp_year: 2041,
  })
  const object = { id: card!.stripeId, object: 'payment_method' }
  await portal.sandbox.control('/send-event', {
    type: 'payment_method.automatically_updated',
    object,
  })
  await vi.waitFor(async () =>
    expect((await paula.get('/api/payment/card')).json()).toMatchObject([
      { expirationMonth: 7, expirationYear: 2041 },
    ]),
  )
  await atProvider(portal, `/payment_methods/${card!.stripeId}/detach`, {})
  await portal.sandbox.control('/send-event', { type: 'payment_method.detached', object })
  await vi.waitFor(async () => expect((await paula.get('/api/payment/card')).json()).toEqual([]))
})
