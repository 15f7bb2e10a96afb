import { beforeEach, describe, expect, test } from 'vitest'
import type { Card } from '@portal/domain/payments/cards.schema'
import type { Browser } from '../../../test/portal.ts'
import { testPortal } from '../../../test/test-portal.ts'

const portal = testPortal()
let paula: Browser
let accountId: string
let count = 0

beforeEach(async () => {
  accountId = `C${++count}`
  await portal.given.company(accountId)
  await portal.given.user(`paula${count}@c.example`, accountId, ['AccessInvoices', 'PayInvoices'])
  paula = await portal.signIn(`paula${count}@c.example`)
})

const add = (token: string, who = paula) => who.post(`/api/payment/card?stripeToken=${token}`)
const list = async (who = paula) => (await who.get('/api/payment/card')).json<Card[]>()
const remove = (id: string, who = paula) => who.send('DELETE', `/api/payment/card?cardId=${id}`)
const makeDefault = (id: string, who = paula) =>
  who.send('PUT', `/api/payment/card/default?cardId=${id}`)

/** Returns a token as the browser gets it: it works once. */
async function newToken(): Promise<string> {
  const card = { number: '4242424242424242', exp_month: '12', exp_year: '2040', cvc: '123' }
  const body = new URLSearchParams(
    Object.entries(card).map(([name, value]) => [`card[${name}]`, value]),
  )
  const headers = { authorization: 'Bearer pk_test_portal' }
  const answer = await fetch(`${portal.sandbox.cardsOrigin}/v1/tokens`, {
    method: 'POST',
    headers,
    body,
  })
  return ((await answer.json()) as { id: string }).id
}

describe('refused', () => {
  test('a card of another company counts as unknown', async () => {
    const card = (await add('pm_card_visa')).json<Card>()
    await portal.given.company(`D${count}`)
    await portal.given.user(`eve${count}@d.example`, `D${count}`, ['AccessInvoices', 'PayInvoices'])
    const eve = await portal.signIn(`eve${count}@d.example`)
    expect((await remove(card.id, eve)).statusCode).toBe(404)
    expect((await makeDefault(card.id, eve)).statusCode).toBe(404)
  })

  test('a declined card shows the provider’s message', async () => {
    const answer = await add('pm_card_visa_chargeDeclinedInsufficientFunds')
    const words = 'Your card has insufficient funds.'
    expect([answer.statusCode, answer.json()]).toEqual([
      402,
      { message: words, failureMessage: words },
    ])
    expect(await list()).toEqual([])
  })

  test('an invalid and an unknown token', async () => {
    expect((await add('4242424242424242')).statusCode).toBe(400)
    expect((await add('tok_nosuchtoken')).statusCode).toBe(402)
  })

  test('the default card stays, and an expired card cannot become the default', async () => {
    const first = (await add('pm_card_visa')).json<Card>()
    const second = (await add('pm_card_mastercard')).json<Card>()
    expect((await remove(first.id)).statusCode).toBe(409)
    await portal.system.query('update card set exp_year = 2020 where id = $1', [second.id])
    const answer = await makeDefault(second.id)
    expect(answer.json().message).toBe('Error: Unable to set expired card as default payment card')
    expect((await list()).map((card) => card.isDefault)).toEqual([true, false])
  })
})

describe('kept', () => {
  test('the first card becomes the default, and its short response has both shapes', async () => {
    expect((await paula.get('/api/payment/card/default')).json()).toEqual({
      data: null,
      message: 'No default card on file.',
    })
    await add('pm_card_visa')
    expect((await paula.get('/api/payment/card/default')).json()).toEqual({
      last4: '4242',
      expMonth: expect.any(Number),
      expYear: expect.any(Number),
      brand: 'visa',
    })
  })

  test('the same card twice is one card', async () => {
    const first = (await add('pm_card_visa')).json<Card>()
    const again = (await add('tok_visa')).json<Card>()
    expect(again.id).toBe(first.id)
    expect(await list()).toHaveLength(1)
  })

  test('after another card becomes the default the old one can be removed', async () => {
    const first = (await add('pm_card_visa')).json<Card>()
    const second = (await add('pm_card_mastercard')).json<Card>()
    expect((await makeDefault(second.id)).json()).toMatchObject({ id: second.id, isDefault: true })
    expect((await remove(first.id)).json()).toEqual([expect.objectContaining({ id: second.id })])
    expect((await remove(first.id)).statusCode).toBe(404)
  })
})

test('three first cards at once become cards of one customer, even if creating it is slow', async () => {
  await portal.sandbox.control('/faults', {
    method: 'POST',
    path: '^/v1/customers$',
    kind: 'slow_execute',
    ms: 700,
  })
  const added = await Promise.all(
    ['visa', 'mastercard', 'amex'].map((brand) => add(`pm_card_${brand}`)),
  )
  expect(added.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
  expect((await list()).map((card) => card.isDefault)).toEqual([true, false, false])
  const { data } = await portal.sandbox.provider<{ data: { metadata: { account?: string } }[] }>(
    '/customers?limit=100',
  )
  expect(data.filter(({ metadata }) => metadata.account === accountId)).toHaveLength(1)
})

test('R25: while the provider is down, adding a card says what to do, and works afterwards', async () => {
  await portal.sandbox.control('/faults', { kind: 'reset_before', times: 2 })
  const down = await add('pm_card_visa')
  expect([down.statusCode, down.json().message]).toEqual([
    503,
    expect.stringMatching(/cannot be reached .* Please add it again in a few minutes\.$/),
  ])
  expect(await list()).toEqual([])
  expect((await add('pm_card_visa')).statusCode).toBe(200)
})

describe('after the provider has deleted everything, as it can in test mode,', () => {
  test('a card can be added, and the cards that are gone are removed', async () => {
    const gone = (await add('pm_card_visa')).json<Card>()
    await add('pm_card_mastercard')
    await portal.sandbox.reset()
    const added = await add(await newToken())
    expect(added.statusCode).toBe(200)
    expect(await list()).toEqual([{ ...added.json<Card>(), isDefault: true }])
    const removed = await portal.system.query<{ id: string }>(
      `select id from card where removed_at is not null and not is_default and id = $1`,
      [gone.id],
    )
    expect(removed.rows).toHaveLength(1)
  })

  test('two first cards at once are two cards of one new customer', async () => {
    await add('pm_card_visa')
    await portal.sandbox.reset()
    const both = await Promise.all([add('pm_card_amex'), add('pm_card_mastercard')])
    expect(both.map(({ statusCode }) => statusCode)).toEqual([200, 200])
    expect((await list()).map((card) => card.isDefault)).toEqual([true, false])
    const { rows } = await portal.system.query(
      'select from provider_customer where account_id = $1',
      [accountId],
    )
    expect(rows).toHaveLength(1)
  })
})

test('a first card that is added six times at once is one card of one customer', async () => {
  for (let round = 0; round < 4; round += 1) {
    accountId = `C6-${count}-${round}`
    const email = `paula${count}-${round}@c.example`
    await portal.given.company(accountId)
    await portal.given.user(email, accountId, ['AccessInvoices', 'PayInvoices'])
    const who = await portal.signIn(email)
    const all = await Promise.all(Array.from({ length: 6 }, () => add('pm_card_visa', who)))
    expect(all.map(({ statusCode }) => statusCode)).toEqual(Array<number>(6).fill(200))
    expect(await list(who)).toHaveLength(1)
  }
})
