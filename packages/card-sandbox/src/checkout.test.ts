import { expect, test } from 'vitest'
import type Stripe from 'stripe'
import { errorOf, idOf, newCheckout, useCards } from '../test/cards.ts'

const cards = useCards()

const types = async () =>
  (await cards.stripe.events.list({ limit: 100 })).data.map(({ type }) => type).reverse()

async function open(more: Partial<Stripe.Checkout.SessionCreateParams> = {}) {
  const session = await cards.stripe.checkout.sessions.create(newCheckout(more))
  const secret = `client_secret=${session.client_secret}`
  return {
    session,
    now: () => cards.stripe.checkout.sessions.retrieve(session.id),
    look: () => cards.get(`/v1/payment_pages/${session.id}?${secret}`),
    pay: async (card: string, email = 'ana@b.example') => {
      const entered = `${secret}&email=${email}&name=Ana&payment_method=${card}`
      const answer = await cards.post(`/v1/payment_pages/${session.id}/confirm`, entered)
      return { status: answer.status, body: (await answer.json()) as Page }
    },
  }
}

interface Page {
  status?: string
  intent?: { id: string; status: string }
  error?: { message: string; code?: string; decline_code?: string }
}

test('a page is paid once, has the payer, and sends one event', async () => {
  const customer = await cards.stripe.customers.create({
    address: { country: 'US', line1: '1 Way' },
  })
  const { session, now, pay } = await open({ customer: customer.id })
  expect(session).toMatchObject({ status: 'open', payment_status: 'unpaid', amount_total: 12_000 })
  expect(await pay('pm_card_visa')).toMatchObject({ status: 200, body: { status: 'complete' } })
  const paid = await now()
  expect(paid).toMatchObject({
    status: 'complete',
    payment_status: 'paid',
    client_secret: null,
    customer_details: { email: 'ana@b.example', address: { line1: '1 Way' } },
    metadata: { purchase: '7' },
  })
  const intent = await cards.stripe.paymentIntents.retrieve(idOf(paid.payment_intent))
  expect(intent).toMatchObject({ amount: 12_000, status: 'succeeded', metadata: { purchase: '7' } })
  expect(await pay('pm_card_visa')).toMatchObject({
    status: 400,
    body: { error: { code: 'checkout_session_not_open' } },
  })
  expect((await types()).filter((type) => type === 'checkout.session.completed')).toHaveLength(1)
  expect((await cards.stripe.charges.list()).data).toHaveLength(1)
})

test('a declined card leaves the page open for another one, on the same intent', async () => {
  const { now, pay } = await open()
  const declined = await pay('pm_card_chargeDeclinedInsufficientFunds')
  expect(declined).toMatchObject({
    status: 402,
    body: { error: { decline_code: 'insufficient_funds' } },
  })
  const before = await now()
  expect(before).toMatchObject({ status: 'open', payment_status: 'unpaid' })
  expect((await pay('pm_card_visa')).body.status).toBe('complete')
  expect((await now()).payment_intent).toBe(before.payment_intent)
})

test('3-D Secure completes the page, also if the page was closed; a failure leaves it open', async () => {
  const { now, pay, look } = await open()
  const asked = await pay('pm_card_authenticationRequired')
  expect(asked.body).toMatchObject({ status: 'open', intent: { status: 'requires_action' } })
  const intent = asked.body.intent?.id
  await cards.control('POST', 'three-d-secure', { intent, passed: false })
  expect(await look()).toMatchObject({ intent: { status: 'requires_payment_method' } })
  await pay('pm_card_authenticationRequired')
  await cards.control('POST', 'three-d-secure', { intent, passed: true })
  expect((await now()).status).toBe('complete')
})

test('a page expires by the clock or by a call, with one event, and can no longer be paid', async () => {
  const soon = await open({ expires_at: Math.floor(Date.now() / 1000) + 1800 })
  const ended = await open()
  await cards.stripe.checkout.sessions.expire(ended.session.id)
  await cards.control('POST', 'clock', { skewSeconds: 1900 })
  for (const one of [soon, ended]) {
    expect((await one.now()).status).toBe('expired')
    expect((await one.pay('pm_card_visa')).body.error?.message).toContain('no longer open')
  }
  expect((await types()).filter((type) => type === 'checkout.session.expired')).toHaveLength(2)
  expect(await errorOf(cards.stripe.checkout.sessions.expire(soon.session.id))).toMatchObject({
    statusCode: 400,
  })
})

const wrong: [string, object, string][] = [
  ['no return address', { return_url: undefined }, 'return_url'],
  ['an address of the hosted page', { success_url: 'http://localhost/' }, 'success_url'],
  ['another page', { ui_mode: 'hosted_page' }, 'ui_mode'],
  ['the former name of the page', { ui_mode: 'embedded' }, 'ui_mode'],
  ['nothing to pay', { line_items: [] }, 'line_items'],
  ['a fixed list of payment methods', { payment_method_types: ['card'] }, 'payment_method_types'],
  ['an expiry that is too soon', { expires_at: Math.floor(Date.now() / 1000) + 60 }, 'expires_at'],
  ['an unknown customer', { customer: 'cus_nobody' }, 'customer'],
  ['an unknown parameter', { colour: 'red' }, 'colour'],
]
test.each(wrong)('a page with %s is refused', async (_, more, param) => {
  const error = await errorOf(cards.stripe.checkout.sessions.create(newCheckout(more)))
  expect([error.statusCode, error.param]).toEqual([400, param])
})

test('a browser sees and pays only the page whose secret it has', async () => {
  const { session } = await open()
  const page = `/v1/payment_pages/${session.id}`
  const asBrowser = async (query: string) =>
    (await fetch(`${cards.origin}${page}?key=pk_test_page&${query}`)).status
  expect(await asBrowser('')).toBe(401)
  expect(await asBrowser('client_secret=cs_test_other_secret_x')).toBe(401)
  expect(await asBrowser(`client_secret=${session.client_secret}`)).toBe(200)
  const listed = await fetch(`${cards.origin}/v1/checkout/sessions?key=pk_test_page`)
  expect(listed.status).toBe(401)
})
