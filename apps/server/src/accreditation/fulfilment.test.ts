import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import {
  givenProduct,
  openCheckout,
  paid,
  payOnPage,
  statusOf,
  traces,
} from '../../test/purchases.ts'
import { sentMails } from '../../test/mails.ts'
import { pdfWords } from '../../test/pdf-text.ts'
import type { Browser } from '../../test/portal.ts'
import { testPortal } from '../../test/test-portal.ts'
import { sweep } from '../platform/sweep.ts'
import { lookUpPurchases } from './look-up-purchases.ts'
import { takeCheckoutEvent } from './take-checkout-event.ts'

const portal = testPortal()
let visitor: Browser

beforeAll(async () => {
  visitor = portal.stranger
  await givenProduct(portal, 'CERT')
})
beforeEach(() =>
  portal.sandbox.control('/webhooks', { duplicate: 1, reorder: false, drop: false, delayMs: 10 }),
)

const dropEvents = () => portal.sandbox.control('/webhooks', { drop: true })
const lookNow = async () => {
  await portal.system.query('update accreditation_purchase set look_at = now()')
  return lookUpPurchases(portal.deps, portal.system)
}

const once = {
  purchase: { state: 'paid', paid_cents: 24_900, buyer_email: 'ana@b.example' },
  mails: [
    {
      recipient: 'ana@b.example',
      subject: expect.stringMatching(/^Receipt for Certified Trader CERT, [0-9a-f-]{36}$/),
    },
  ],
  events: [{ account_id: '-', type: 'accreditation.purchased' }],
}

test('a paid checkout is fulfilled by its event: once, with a receipt and an event', async () => {
  const checkout = await openCheckout(visitor, 'CERT')
  await payOnPage(portal, checkout)
  await paid(visitor, checkout.sessionId)
  const { purchase, mails, events } = await traces(portal, checkout.sessionId)
  expect({ purchase, mails, events }).toMatchObject(once)
  expect(mails[0]?.text).toContain('We received $249.00 for Certified Trader CERT')
  expect(mails[0]?.text).toContain('Ana Novak, 1 Harbor Way, Chicago IL 60606, US')
  expect(events[0]?.['data']).toEqual({
    purchaseId: purchase?.['id'],
    productId: 'CERT',
    productName: 'Certified Trader CERT',
    amountCents: 24_900,
    currency: 'USD',
    buyer: {
      name: 'Ana Novak',
      email: 'ana@b.example',
      line1: '1 Harbor Way',
      city: 'Chicago',
      state: 'IL',
      postalCode: '60606',
      country: 'US',
    },
    providerCheckoutId: checkout.sessionId,
    providerPaymentId: expect.stringMatching(/^pi_/),
  })
})

test('the mail has the receipt attached, which names the purchase and how to use it', async () => {
  const checkout = await openCheckout(visitor, 'CERT')
  await payOnPage(portal, checkout)
  await paid(visitor, checkout.sessionId)
  const { purchase } = await traces(portal, checkout.sessionId)
  const sent = await sentMails(portal)
  const id = String(purchase?.['id'])
  const [file, ...others] = sent.find(({ subject }) => subject.includes(id))!.files
  expect(others).toEqual([])
  expect(file?.filename).toBe(`receipt-${id}.pdf`)
  const text = pdfWords(file!.content)
  for (const part of ['Certified Trader CERT', '$249.00', 'Ana Novak, 1 Harbor Way', id])
    expect(text).toContain(part)
  expect(text).toContain('To use the accreditation, write to')
})

test('a currency without minor units is charged in whole units, and fulfilled', async () => {
  await givenProduct(portal, 'YEN', 5000, 'JPY')
  const checkout = await openCheckout(visitor, 'YEN')
  expect(await portal.sandbox.provider(`/checkout/sessions/${checkout.sessionId}`)).toMatchObject({
    amount_total: 5000,
    currency: 'jpy',
  })
  await payOnPage(portal, checkout)
  await paid(visitor, checkout.sessionId)
  expect((await traces(portal, checkout.sessionId)).purchase).toMatchObject({
    state: 'paid',
    paid_cents: 5000,
  })
})

test('events that arrive five times, late and in any order fulfil once', async () => {
  await portal.sandbox.control('/webhooks', { duplicate: 5, reorder: true, delayMs: 100 })
  const checkouts = await Promise.all([
    openCheckout(visitor, 'CERT'),
    openCheckout(visitor, 'CERT'),
  ])
  for (const checkout of checkouts) await payOnPage(portal, checkout)
  for (const { sessionId } of checkouts) await paid(visitor, sessionId)
  await new Promise((resolve) => setTimeout(resolve, 400))
  for (const { sessionId } of checkouts) expect(await traces(portal, sessionId)).toMatchObject(once)
})

test('a purchase whose event is lost is found by one of many workers, once', async () => {
  await dropEvents()
  const checkout = await openCheckout(visitor, 'CERT')
  expect(await lookNow()).toBeGreaterThan(0)
  expect(await statusOf(visitor, checkout.sessionId)).toBe('open')
  await payOnPage(portal, checkout)
  await portal.system.query('update accreditation_purchase set look_at = now(), looked_at = null')
  await Promise.all([1, 2, 3].map(() => lookUpPurchases(portal.deps, portal.system)))
  expect(await statusOf(visitor, checkout.sessionId)).toBe('paid')
  expect(await traces(portal, checkout.sessionId)).toMatchObject(once)
})

test('a waiting buyer makes the worker check soon, but not repeatedly', async () => {
  await dropEvents()
  const checkout = await openCheckout(visitor, 'CERT')
  await portal.system.query(
    `update accreditation_purchase set look_at = now() + interval '5 minutes' where state = 'open'`,
  )
  expect(await lookUpPurchases(portal.deps, portal.system)).toBe(0)
  await statusOf(visitor, checkout.sessionId)
  expect(await lookUpPurchases(portal.deps, portal.system)).toBe(1)
  await statusOf(visitor, checkout.sessionId)
  expect(await lookUpPurchases(portal.deps, portal.system)).toBe(0)
})

test('event and worker at the same moment fulfil once', async () => {
  await dropEvents()
  const checkout = await openCheckout(visitor, 'CERT')
  await payOnPage(portal, checkout)
  const { purchase } = await traces(portal, checkout.sessionId)
  const event = {
    id: 'evt_race',
    createdAt: new Date(),
    type: 'checkout.session.completed',
    objectId: checkout.sessionId,
    accountId: null,
    instance: null,
    attemptId: null,
    paymentId: null,
    purchaseId: String(purchase?.['id']),
  }
  await portal.system.query('update accreditation_purchase set look_at = now()')
  await Promise.all([
    lookUpPurchases(portal.deps, portal.system),
    ...Array.from({ length: 10 }, () => takeCheckoutEvent(portal.deps, event)),
  ])
  expect(await traces(portal, checkout.sessionId)).toMatchObject(once)
})

test('a declined card leaves the purchase open for another; the page pays once', async () => {
  const checkout = await openCheckout(visitor, 'CERT')
  expect((await payOnPage(portal, checkout, 'pm_card_chargeDeclined')).error).toBeDefined()
  expect(await statusOf(visitor, checkout.sessionId)).toBe('open')
  expect((await payOnPage(portal, checkout)).status).toBe('complete')
  await paid(visitor, checkout.sessionId)
  expect((await payOnPage(portal, checkout)).error).toBeDefined()
  expect(await traces(portal, checkout.sessionId)).toMatchObject(once)
})

test('an expired checkout, by event or by the worker, buys nothing', async () => {
  const told = await openCheckout(visitor, 'CERT')
  const expire = (id: string) =>
    fetch(`${portal.sandbox.cardsOrigin}/v1/checkout/sessions/${id}/expire`, {
      method: 'POST',
      headers: { authorization: 'Bearer sk_test_dashboard' },
    })
  await expire(told.sessionId)
  await vi.waitFor(
    async () => expect(await statusOf(visitor, told.sessionId)).toBe('expired'),
    5000,
  )
  await dropEvents()
  const untold = await openCheckout(visitor, 'CERT')
  await expire(untold.sessionId)
  await lookNow()
  for (const { sessionId } of [told, untold]) {
    expect(await statusOf(visitor, sessionId)).toBe('expired')
    expect(await traces(portal, sessionId)).toMatchObject({ mails: [], events: [] })
  }
})

test('a wrong amount hands out nothing, and is left to a person', async () => {
  await dropEvents()
  const checkout = await openCheckout(visitor, 'CERT')
  await portal.system.query(
    'update accreditation_purchase set price_cents = 99900 where checkout_id = $1',
    [checkout.sessionId],
  )
  await payOnPage(portal, checkout)
  await lookNow()
  expect(await traces(portal, checkout.sessionId)).toMatchObject({
    purchase: { state: 'review', paid_cents: 24_900 },
    mails: [],
    events: [],
  })
  expect(await statusOf(visitor, checkout.sessionId)).toBe('open')
})

test('abandoned purchases are deleted after a month, paid ones are kept', async () => {
  const [paidFor, left] = [await openCheckout(visitor, 'CERT'), await openCheckout(visitor, 'CERT')]
  await payOnPage(portal, paidFor)
  await paid(visitor, paidFor.sessionId)
  await portal.system.query(
    `update accreditation_purchase set state = 'expired' where checkout_id = $1`,
    [left.sessionId],
  )
  const kept = async () => {
    await sweep(portal.system, portal.deps.config)
    const both = [paidFor.sessionId, left.sessionId]
    const { rows } = await portal.system.query<{ state: string }>(
      `select state from accreditation_purchase where checkout_id = any ($1) order by state`,
      [both],
    )
    return rows.map(({ state }) => state)
  }
  expect(await kept()).toEqual(['expired', 'paid'])
  await portal.system.query(
    `update accreditation_purchase set created_at = created_at - interval '31 days'`,
  )
  expect(await kept()).toEqual(['paid'])
})

test('an event for an unknown purchase, or a false one, changes nothing', async () => {
  const mine = await openCheckout(visitor, 'CERT')
  const send = (objectId: string, purchase: string) =>
    portal.sandbox.control('/send-event', {
      type: 'checkout.session.completed',
      object: { id: objectId, metadata: { purchase }, payment_status: 'paid', status: 'complete' },
    })
  const { purchase } = await traces(portal, mine.sessionId)
  await send(mine.sessionId, String(purchase?.['id']))
  await send(mine.sessionId, '00000000-0000-4000-8000-000000000000')
  await send('cs_test_unknown', String(purchase?.['id']))
  const outcomes = () =>
    portal.system.query<{ outcome: string }>(
      `select outcome from provider_event where object_id in ($1, 'cs_test_unknown')`,
      [mine.sessionId],
    )
  await vi.waitFor(async () => expect((await outcomes()).rows).toHaveLength(3), 5000)
  expect((await outcomes()).rows.map(({ outcome }) => outcome).sort()).toEqual([
    'gone',
    'open',
    'open',
  ])
  expect(await statusOf(visitor, mine.sessionId)).toBe('open')
  expect(await traces(portal, mine.sessionId)).toMatchObject({ mails: [], events: [] })
})
