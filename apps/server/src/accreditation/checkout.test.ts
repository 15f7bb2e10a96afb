import { beforeAll, beforeEach, expect, test } from 'vitest'
import {
  address,
  givenProduct,
  openCheckout,
  paid,
  payOnPage,
  statusOf,
} from '../../test/purchases.ts'
import type { Browser } from '../../test/portal.ts'
import { testPortal } from '../../test/test-portal.ts'

const portal = testPortal({ CHECKOUTS_PER_ADDRESS: '60', CHECKOUTS_IN_ALL: '62' })
let visitor: Browser

beforeAll(async () => {
  visitor = portal.stranger
  await givenProduct(portal, 'CERT')
  await givenProduct(portal, "Zürich's/№1 %", 12_345, 'EUR')
})
beforeEach(() => portal.system.query('delete from rate_window'))

const open = (body: object, headers: Record<string, string> = {}) =>
  visitor.post('/api/accreditation/create-checkout-session', { payload: body, headers })
const purchases = async () =>
  Number((await portal.system.query('select count(*) as n from accreditation_purchase')).rows[0].n)
const sessions = () =>
  portal.sandbox.provider<{ data: { amount_total: number; currency: string }[] }>(
    '/checkout/sessions?limit=100',
  )

test('a visitor without a session sees the product with the price of the server', async () => {
  const look = (id: string) =>
    visitor.get(`/api/accreditation/purchase?productId=${encodeURIComponent(id)}`)
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
  for (const query of [
    '',
    '?productId=',
    `?productId=${'x'.repeat(65)}`,
    '?productId=A&productId=B',
  ])
    expect((await visitor.get(`/api/accreditation/purchase${query}`)).statusCode, query).toBe(400)
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
  expect(await purchases()).toBe(before)
  expect((await open({ productId: 'CERT', ...address })).statusCode).toBe(200)
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
  ['no name', { name: '' }],
  ['a name of blanks', { name: ' \u00a0\u3000' }],
  ['a name of characters that print nothing', { name: '\u202e \u200b' }],
  ['a blank street', { line1: '  ' }],
  ['a name of two lines', { name: 'Ana\r\nBcc: everybody' }],
  ['a country that is none', { country: 'usa' }],
  ['an address that is too long', { line1: 'x'.repeat(301) }],
  ['a number for a city', { city: 7 }],
  ['a list for a state', { state: ['IL'] }],
  ['no product', { productId: '' }],
]
test.each(hostile)('%s is refused with the wrong field, and leaves nothing', async (_, wrong) => {
  const before = await purchases()
  const answer = await open({ productId: 'CERT', ...address, ...wrong })
  expect(answer.statusCode).toBe(400)
  expect(answer.json<{ message: string }>().message).toMatch(
    new RegExp(`^${Object.keys(wrong)[0]}`),
  )
  expect(await purchases()).toBe(before)
})

test('an unknown product, a body of a megabyte and a foreign site are refused', async () => {
  expect((await open({ productId: 'NOPE', ...address })).statusCode).toBe(404)
  expect((await open({ productId: 'x'.repeat(20_000), ...address })).statusCode).toBe(413)
  const elsewhere = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
  expect((await open({ productId: 'CERT', ...address }, elsewhere)).statusCode).toBe(403)
  expect((await open({ productId: 'CERT', ...address }, { 'x-xsrf-token': '' })).statusCode).toBe(
    403,
  )
})

test('when the provider is down nothing is charged, and the visitor is asked to try again', async () => {
  for (const [path, kind] of [
    ['/v1/customers$', 'reset_before'],
    ['/v1/checkout/sessions$', 'reset_after'],
    ['/v1/checkout/sessions$', 'status'],
  ])
    try {
      await portal.sandbox.control('/faults', { method: 'POST', path, kind, times: 3, status: 503 })
      const answer = await open({ productId: 'CERT', ...address })
      expect([path, answer.statusCode]).toEqual([path, 503])
    } finally {
      await fetch(`${portal.sandbox.cardsOrigin}/_sandbox/faults`, { method: 'DELETE' })
    }
  const { rows } = await portal.system.query(
    `select distinct state, checkout_id from accreditation_purchase where state = 'opened'`,
  )
  expect(rows).toEqual([{ state: 'opened', checkout_id: null }])
})

test('checkouts are limited per hour, for each address and in total', async () => {
  const answers = await Promise.all(
    Array.from({ length: 64 }, () => open({ productId: 'NOPE', ...address })),
  )
  const codes = answers.map(({ statusCode }) => statusCode)
  expect(codes.filter((code) => code === 404)).toHaveLength(60)
  expect(codes.filter((code) => code === 429)).toHaveLength(4)
  // Other addresses may, until the limit for all is reached.
  await portal.system.query(
    `update rate_window set key = 'accreditation elsewhere' where key = 'accreditation 127.0.0.1'`,
  )
  const later = [
    await open({ productId: 'CERT', ...address }),
    await open({ productId: 'CERT', ...address }),
  ]
  expect(later.map(({ statusCode }) => statusCode)).toEqual([200, 200])
  expect((await open({ productId: 'CERT', ...address })).json()).toEqual({
    message: 'Too many requests. Please try again in an hour.',
  })
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
  const unknown = ['cs_test_0000000000000', `${mine.sessionId}0`, mine.sessionId.slice(0, -1)]
  for (const id of unknown)
    expect(
      (await visitor.get(`/api/accreditation/purchase-status?sessionId=${id}`)).statusCode,
    ).toBe(404)
  for (const id of ['', '%25', 'cs_test_%25%25%25%25%25%25%25%25%25%25', 'pi_1'])
    expect(
      (await visitor.get(`/api/accreditation/purchase-status?sessionId=${id}`)).statusCode,
    ).toBe(400)
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
