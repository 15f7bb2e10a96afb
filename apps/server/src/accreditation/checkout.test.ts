import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import sql from 'sql-template-tag'
import { sentMails } from '../../test/portal/mails.ts'
import { heal, outcomeOf, statuses } from '../../test/payments/payer.ts'
import { pdfWords } from '../../test/documents/pdf-text.ts'
import {
  address,
  givenProduct,
  openCheckout,
  paid,
  payOnPage,
  statusOf,
  traces,
} from '../../test/accreditation/purchases.ts'
import type { Browser } from '../../test/portal/portal.ts'
import { testPortal } from '../../test/portal/test-portal.ts'
import { sweep } from '../platform/database/sweep.ts'
import { lookUpPurchases } from './look-up-purchases.ts'
import { billedTo } from './purchase-receipt.ts'
import { takeCheckoutEvent } from './take-checkout-event.ts'

const portal = testPortal({ CHECKOUTS_PER_ADDRESS: '60', CHECKOUTS_IN_ALL: '62' })
let visitor: Browser

beforeAll(async () => {
  visitor = portal.stranger
  await givenProduct(portal, 'CERT')
  await givenProduct(portal, "Zürich's/№1 %", 12_345, 'EUR')
})
beforeEach(async () => {
  await portal.system.query('delete from rate_window')
  const events = { duplicate: 1, reorder: false, drop: false, delayMs: 10 }
  await portal.sandbox.control('/webhooks', events)
})

const { postal_code: postalCode, line2: _, ...rest } = address
const buyer = { ...rest, postalCode }
const open = (body: object, headers: Record<string, string> = {}) =>
  visitor.post('/api/accreditation/create-checkout-session', { payload: body, headers })
const purchases = async () =>
  Number((await portal.system.query('select count(*) as n from accreditation_purchase')).rows[0].n)
const sessions = () =>
  portal.sandbox.provider<{ data: { amount_total: number; currency: string }[] }>(
    '/checkout/sessions?limit=100',
  )

test('a visitor without a session sees the product with the price of the server', async () => {
  const path = '/api/accreditation/purchase?productId='
  const look = (id: string) => visitor.get(`${path}${encodeURIComponent(id)}`)
  expect((await look('CERT')).json()).toEqual({
    productName: 'Certified Trader CERT',
    productPrice: 249,
    currencyIsoCode: 'USD',
  })
  expect((await look("Zürich's/№1 %")).json()).toMatchObject({
    productPrice: 123.45,
    currencyIsoCode: 'EUR',
  })
  for (const id of ['NOPE', "' or 1=1 --", '%', '..'])
    expect([id, (await look(id)).statusCode]).toEqual([id, 404])
  for (const id of ['', 'x'.repeat(65), 'A&productId=B'])
    expect((await visitor.get(`${path}${id}`)).statusCode, id).toBe(400)
})

test('the visitor cannot set the price, the currency or the product name', async () => {
  const before = await purchases()
  for (const more of [
    { amount: 1 },
    { productPrice: 0.01 },
    { price_cents: 1 },
    { currency: 'jpy' },
    { metadata: { purchase: 'x' } },
    { __proto__x: 1 },
  ])
    expect((await open({ productId: 'CERT', ...address, ...more })).statusCode).toBe(400)
  // A visitor cannot set the price by the shown price: a lower price is refused, and a higher price leads to a charge
  // of the product's price.
  const shown = { productName: 'Certified Trader CERT', productPrice: 248, currencyIsoCode: 'USD' }
  const refused = await outcomeOf(open({ productId: 'CERT', ...address, shown }))
  expect(refused).toMatch(/^409 The product has changed/)
  expect(await purchases()).toBe(before)
  const dearer = { ...shown, productPrice: 250 }
  expect((await open({ productId: 'CERT', ...address, shown: dearer })).statusCode).toBe(200)
  expect((await sessions()).data[0]).toMatchObject({
    amount_total: 24_900,
    currency: 'usd',
    ui_mode: 'embedded_page',
    redirect_on_completion: 'if_required',
    return_url: `${portal.origin}/accreditation/purchase?productId=CERT&session={CHECKOUT_SESSION_ID}`,
  })
  const { data } = await portal.sandbox.provider<{ data: object[] }>('/customers?limit=1')
  expect(data[0]).toMatchObject({
    name: 'Ana Novak',
    address: { line1: '1 Harbor Way', country: 'US' },
  })
})

const hostile: [string, object][] = [
  ['a name of blanks', { name: ' \u00a0\u3000' }],
  ['a name of characters that print nothing', { name: '\u202e \u200b' }],
  ['a blank street', { line1: '  ' }],
  ['a name of two lines', { name: 'Ana\r\nBcc: everybody' }],
  ['a country that is none', { country: 'usa' }],
]
test.each(hostile)('%s is refused with the wrong field, and stores nothing', async (_, wrong) => {
  const before = await purchases()
  const answer = await outcomeOf(open({ productId: 'CERT', ...address, ...wrong }))
  expect(answer).toMatch(new RegExp(`^400 ${Object.keys(wrong)[0]}`))
  expect(await purchases()).toBe(before)
})

test('when the provider is down nothing is charged, and the visitor is asked to try again', async () => {
  for (const [path, kind] of [
    ['/v1/customers$', 'reset_before'],
    ['/v1/checkout/sessions$', 'reset_after'],
    ['/v1/checkout/sessions$', 'status'],
  ])
    try {
      await portal.sandbox.control('/faults', { method: 'POST', path, kind, times: 3, status: 503 })
      expect((await open({ productId: 'CERT', ...address })).statusCode, path).toBe(503)
    } finally {
      await heal(portal)
    }
  const { rows } = await portal.system.query(
    `select distinct checkout_id from accreditation_purchase where state = 'opened'`,
  )
  expect(rows).toEqual([{ checkout_id: null }])
})

test('checkouts are limited per hour, for each address and in total', async () => {
  const buy = () => open({ productId: 'CERT', ...address })
  const codes = await statuses(
    Array.from({ length: 64 }, () => open({ productId: 'NOPE', ...address })),
  )
  expect(codes).toEqual([...Array<number>(60).fill(404), ...Array<number>(4).fill(429)])
  // Other addresses may still buy, until the limit for all addresses is reached.
  await portal.system.query(
    `update rate_window set key = 'accreditation elsewhere' where key = 'accreditation 127.0.0.1'`,
  )
  expect([(await buy()).statusCode, (await buy()).statusCode]).toEqual([200, 200])
  expect(await outcomeOf(buy())).toBe('429 Too many requests. Please try again in an hour.')
})

test('the outcome of a purchase is public by its id, without further details', async () => {
  const mine = await openCheckout(visitor, 'CERT')
  const other = await openCheckout(visitor, 'CERT')
  expect(await statusOf(visitor, mine.sessionId)).toBe('open')
  await payOnPage(portal, mine)
  await paid(visitor, mine.sessionId)
  expect(await statusOf(visitor, other.sessionId)).toBe('open')
  const answer = await visitor.get(`/api/accreditation/purchase-status?sessionId=${mine.sessionId}`)
  expect(answer.json()).toEqual({
    status: 'paid',
    reference: expect.stringMatching(/^[0-9a-f-]{36}$/),
    contact: portal.deps.config.seller.email,
    productName: 'Certified Trader CERT',
    productPrice: 249,
    currencyIsoCode: 'USD',
  })
  const look = async (id: string) =>
    (await visitor.get(`/api/accreditation/purchase-status?sessionId=${id}`)).statusCode
  for (const id of ['cs_test_0000000000000', `${mine.sessionId}0`, mine.sessionId.slice(0, -1)])
    expect(await look(id)).toBe(404)
  for (const id of ['', '%25', 'cs_test_%25%25%25%25%25%25%25%25%25%25', 'pi_1'])
    expect(await look(id)).toBe(400)
})

test('the web role reads and writes purchases only through its four functions', async () => {
  const { db } = portal.deps
  for (const statement of [
    'select * from accreditation_purchase',
    `update accreditation_purchase set state = 'paid'`,
    'delete from accreditation_purchase',
    `insert into accreditation_product values ('FREE', 'x', 1, 'USD')`,
    `update accreditation_product set price_cents = 1`,
  ])
    await expect(db.query(statement), statement).rejects.toThrow('permission denied')
})

describe('a purchase', () => {
  const dropEvents = () => portal.sandbox.control('/webhooks', { drop: true })
  const lookNow = async () => {
    await portal.system.query('update accreditation_purchase set look_at = now()')
    return lookUpPurchases(portal.deps, portal.system)
  }

  /** A checkout that is paid and fulfilled. */
  async function bought(productId = 'CERT') {
    const checkout = await openCheckout(visitor, productId)
    await payOnPage(portal, checkout)
    await paid(visitor, checkout.sessionId)
    return { ...checkout, ...(await traces(portal, checkout.sessionId)) }
  }
  const change = (values: string, sessionId: string) =>
    portal.system.query(
      `update accreditation_purchase set ${values} where checkout_id = '${sessionId}'`,
    )

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
    const { sessionId, purchase, mails, events } = await bought()
    expect({ purchase, mails, events }).toMatchObject(once)
    expect(mails[0]?.text).toContain('We received $249.00 for Certified Trader CERT')
    expect(mails[0]?.text).toContain('Ana Novak, 1 Harbor Way, Chicago IL 60606, US')
    expect(events[0]?.['data']).toEqual({
      purchaseId: purchase?.['id'],
      productId: 'CERT',
      productName: 'Certified Trader CERT',
      amountCents: 24_900,
      currency: 'USD',
      buyer: { ...buyer, email: 'ana@b.example' },
      providerCheckoutId: sessionId,
      providerPaymentId: expect.stringMatching(/^pi_/),
    })
  })

  test('the mail has the receipt attached, which names the purchase and how to use it', async () => {
    const { purchase } = await bought()
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
    const { sessionId, purchase } = await bought('YEN')
    const charged = { amount_total: 5000, currency: 'jpy' }
    expect(await portal.sandbox.provider(`/checkout/sessions/${sessionId}`)).toMatchObject(charged)
    expect(purchase).toMatchObject({ state: 'paid', paid_cents: 5000 })
  })

  test('events that arrive five times, late and in any order fulfil once', async () => {
    await portal.sandbox.control('/webhooks', { duplicate: 5, reorder: true, delayMs: 100 })
    const checkouts = await Promise.all([1, 2].map(() => openCheckout(visitor, 'CERT')))
    for (const checkout of checkouts) await payOnPage(portal, checkout)
    for (const { sessionId } of checkouts) await paid(visitor, sessionId)
    await new Promise((resolve) => setTimeout(resolve, 400))
    for (const { sessionId } of checkouts)
      expect(await traces(portal, sessionId)).toMatchObject(once)
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
    const none = { accountId: null, instance: null, attemptId: null, paymentId: null }
    const event = {
      ...none,
      id: 'evt_race',
      createdAt: new Date(),
      type: 'checkout.session.completed',
      objectId: checkout.sessionId,
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

  test('a checkout that expires, by event or by the worker, buys nothing', async () => {
    const told = await openCheckout(visitor, 'CERT')
    const expire = (id: string) =>
      fetch(`${portal.sandbox.cardsOrigin}/v1/checkout/sessions/${id}/expire`, {
        method: 'POST',
        headers: { authorization: 'Bearer sk_test_dashboard' },
      })
    await expire(told.sessionId)
    await expect.poll(() => statusOf(visitor, told.sessionId), { timeout: 5000 }).toBe('expired')
    await dropEvents()
    const untold = await openCheckout(visitor, 'CERT')
    await expire(untold.sessionId)
    await lookNow()
    for (const { sessionId } of [told, untold]) {
      expect(await statusOf(visitor, sessionId)).toBe('expired')
      expect(await traces(portal, sessionId)).toMatchObject({ mails: [], events: [] })
    }
  })

  test('a wrong amount fulfills nothing, and is left to a person', async () => {
    await dropEvents()
    const checkout = await openCheckout(visitor, 'CERT')
    await change('price_cents = 99900', checkout.sessionId)
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
    const [paidFor, left] = [await bought(), await openCheckout(visitor, 'CERT')]
    await change(`state = 'expired'`, left.sessionId)
    const kept = async () => {
      await sweep(portal.system, portal.deps.config)
      const both = [paidFor.sessionId, left.sessionId]
      const { rows } = await portal.system.query<{ state: string }>(
        sql`select state from accreditation_purchase where checkout_id = any (${both}) order by state`,
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
        object: {
          id: objectId,
          metadata: { purchase },
          payment_status: 'paid',
          status: 'complete',
        },
      })
    const { purchase } = await traces(portal, mine.sessionId)
    await send(mine.sessionId, String(purchase?.['id']))
    await send(mine.sessionId, '00000000-0000-4000-8000-000000000000')
    await send('cs_test_unknown', String(purchase?.['id']))
    const outcomes = async () => {
      const { rows } = await portal.system.query<{ outcome: string }>(sql`
      select outcome from provider_event
       where object_id in (${mine.sessionId}, 'cs_test_unknown') order by outcome`)
      return rows.map(({ outcome }) => outcome)
    }
    await expect.poll(outcomes, { timeout: 5000 }).toEqual(['gone', 'open', 'open'])
    expect(await statusOf(visitor, mine.sessionId)).toBe('open')
    expect(await traces(portal, mine.sessionId)).toMatchObject({ mails: [], events: [] })
  })
})

test('the buyer is printed in one line, without blank fields and characters that reverse the text', () => {
  expect(billedTo({ ...buyer, line2: null })).toBe('Ana Novak, 1 Harbor Way, Chicago IL 60606, US')
  const turned = { ...buyer, name: '\u202eAna\u2066 Novak\u200f ', line2: ' ', city: ' ' }
  expect(billedTo(turned)).toBe('Ana Novak, 1 Harbor Way, IL 60606, US')
})
