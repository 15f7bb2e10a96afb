import { describe, expect, test } from 'vitest'
import sql from 'sql-template-tag'
import type { Card } from '@portal/domain/payments/cards.schema'
import { outcomeOf, statuses } from '../../../test/payments/payer.ts'
import { intentOf } from '../../../test/payments/payments.ts'
import type { Browser } from '../../../test/portal/portal.ts'
import { testPortal } from '../../../test/portal/test-portal.ts'

const portal = testPortal()
let count = 0

/** Returns the only user of a new company, which has no card yet. */
async function newPayer(): Promise<Browser & { accountId: string }> {
  const accountId = `C${++count}`
  await portal.given.company(accountId)
  const email = `${accountId.toLowerCase()}@c.example`
  await portal.given.user(email, accountId, ['AccessInvoices', 'PayInvoices'])
  return { ...(await portal.signIn(email)), accountId }
}

const add = (who: Browser, token: string) => who.post(`/api/payment/card?stripeToken=${token}`)
const added = async (who: Browser, token: string) => (await add(who, token)).json<Card>()
const list = async (who: Browser) => (await who.get('/api/payment/card')).json<Card[]>()
const defaults = async (who: Browser) => (await list(who)).map(({ isDefault }) => isDefault)
const remove = (who: Browser, { id }: Card) => who.send('DELETE', `/api/payment/card?cardId=${id}`)
const makeDefault = (who: Browser, { id }: Card) =>
  who.send('PUT', `/api/payment/card/default?cardId=${id}`)

/** Returns a token as the browser gets it; the token works once. */
async function newToken(year = '2040'): Promise<string> {
  const card = { number: '4242424242424242', exp_month: '12', exp_year: year, cvc: '123' }
  const fields = Object.entries(card).map(([name, value]) => [`card[${name}]`, value])
  const answer = await fetch(`${portal.sandbox.cardsOrigin}/v1/tokens`, {
    method: 'POST',
    headers: { authorization: 'Bearer pk_test_portal' },
    body: new URLSearchParams(fields),
  })
  return ((await answer.json()) as { id: string }).id
}

describe('refused', () => {
  test('a card of another company counts as unknown', async () => {
    const card = await added(await newPayer(), 'pm_card_visa')
    const eve = await newPayer()
    expect(await statuses([remove(eve, card), makeDefault(eve, card)])).toEqual([404, 404])
  })

  test('a declined card shows the provider’s message; an invalid and an unknown token add no card', async () => {
    const paula = await newPayer()
    const answer = await add(paula, 'pm_card_visa_chargeDeclinedInsufficientFunds')
    const words = 'Your card has insufficient funds.'
    expect([answer.statusCode, answer.json()]).toEqual([
      402,
      { message: words, failureMessage: words },
    ])
    expect((await add(paula, '4242424242424242')).statusCode).toBe(400)
    expect((await add(paula, 'tok_nosuchtoken')).statusCode).toBe(402)
    expect(await list(paula)).toEqual([])
  })

  test('while the provider is down (R25), adding a card shows the next step, and works afterwards', async () => {
    const paula = await newPayer()
    await portal.sandbox.control('/faults', { kind: 'reset_before', times: 2 })
    expect(await outcomeOf(add(paula, 'pm_card_visa'))).toMatch(
      /^503 .*cannot be reached .* Please add it again in a few minutes\.$/,
    )
    expect(await list(paula)).toEqual([])
    expect((await add(paula, 'pm_card_visa')).statusCode).toBe(200)
  })
})

describe('kept', () => {
  test('the first card becomes the default, once, with its newest date, and its short response has both shapes', async () => {
    const paula = await newPayer()
    const short = async () => (await paula.get('/api/payment/card/default')).json()
    expect(await short()).toEqual({ data: null, message: 'No default card on file.' })
    const first = await added(paula, 'pm_card_visa')
    const date = { expMonth: expect.any(Number), expYear: expect.any(Number) }
    expect(await short()).toEqual({ last4: '4242', brand: 'visa', ...date })
    const again = await added(paula, await newToken('2041'))
    expect(again).toMatchObject({ id: first.id, expirationYear: 2041 })
    expect(await list(paula)).toHaveLength(1)
  })

  test('the default card stays until another one, which is not expired, is the default', async () => {
    const paula = await newPayer()
    const first = await added(paula, 'pm_card_visa')
    const second = await added(paula, 'pm_card_mastercard')
    expect((await remove(paula, first)).statusCode).toBe(409)
    const expire = (year: number) =>
      portal.system.query(sql`update card set exp_year = ${year} where id = ${second.id}`)
    await expire(2020)
    expect(await outcomeOf(makeDefault(paula, second))).toContain(
      'Error: Unable to set expired card as default payment card',
    )
    expect(await defaults(paula)).toEqual([true, false])
    await expire(2040)
    const changed = await makeDefault(paula, second)
    expect(changed.json()).toMatchObject({ id: second.id, isDefault: true })
    expect((await remove(paula, first)).json()).toMatchObject([{ id: second.id }])
    expect((await remove(paula, first)).statusCode).toBe(404)
  })
})

test('three first cards at once become cards of one customer, even if creating it is slow', async () => {
  const paula = await newPayer()
  const slow = { method: 'POST', path: '^/v1/customers$', kind: 'slow_execute', ms: 700 }
  await portal.sandbox.control('/faults', slow)
  const brands = ['visa', 'mastercard', 'amex']
  const answers = brands.map((brand) => add(paula, `pm_card_${brand}`))
  expect(await statuses(answers)).toEqual([200, 200, 200])
  expect(await defaults(paula)).toEqual([true, false, false])
  const { data } = await portal.sandbox.provider<{ data: { metadata: { account?: string } }[] }>(
    '/customers?limit=100',
  )
  expect(data.filter(({ metadata }) => metadata.account === paula.accountId)).toHaveLength(1)
})

test('a first card that is added six times at once is one card of one customer', async () => {
  for (let round = 0; round < 4; round += 1) {
    const paula = await newPayer()
    const all = Array.from({ length: 6 }, () => add(paula, 'pm_card_visa'))
    expect(await statuses(all)).toEqual(Array<number>(6).fill(200))
    expect(await list(paula)).toHaveLength(1)
  }
})

describe('after the provider has deleted everything, as it can in test mode,', () => {
  test('a card can be added, and the deleted cards are removed', async () => {
    const paula = await newPayer()
    const gone = await added(paula, 'pm_card_visa')
    await add(paula, 'pm_card_mastercard')
    await portal.sandbox.reset()
    const card = await added(paula, await newToken())
    expect(await list(paula)).toEqual([{ ...card, isDefault: true }])
    const { rowCount } = await portal.system.query(
      sql`select from card where removed_at is not null and not is_default and id = ${gone.id}`,
    )
    expect(rowCount).toBe(1)
  })

  test('two first cards at once are two cards of one new customer', async () => {
    const paula = await newPayer()
    await add(paula, 'pm_card_visa')
    await portal.sandbox.reset()
    const both = ['amex', 'mastercard'].map((brand) => add(paula, `pm_card_${brand}`))
    expect(await statuses(both)).toEqual([200, 200])
    expect(await defaults(paula)).toEqual([true, false])
    const { rowCount } = await portal.system.query(
      sql`select from provider_customer where account_id = ${paula.accountId}`,
    )
    expect(rowCount).toBe(1)
  })
})

describe('a card whose bank asks', () => {
  /** Returns the setup intent of the bank's question. */
  async function asked(who: Browser): Promise<string> {
    const answer = await add(who, 'pm_card_authenticationRequired')
    return intentOf(answer.json<{ clientSecret: string }>().clientSecret)
  }
  const answerBank = (intent: string, passed: boolean) =>
    portal.sandbox.control('/three-d-secure', { intent, passed })

  test('is saved by its setup intent after the confirmation, and only once', async () => {
    const paula = await newPayer()
    const intent = await asked(paula)
    const question = { clientSecret: expect.stringContaining(intent) }
    expect(await added(paula, intent)).toEqual(question)
    expect(await list(paula)).toEqual([])
    await answerBank(intent, true)
    for (let time = 0; time < 2; time += 1)
      expect(await added(paula, intent)).toMatchObject({ last4Digits: '3184', isDefault: true })
    expect(await list(paula)).toHaveLength(1)
  })

  test("is not saved if the authentication fails, which shows the provider's message", async () => {
    const paula = await newPayer()
    const intent = await asked(paula)
    await answerBank(intent, false)
    expect(await outcomeOf(add(paula, intent))).toMatch(/^402 We are unable to authenticate/)
    expect(await list(paula)).toEqual([])
  })

  test('cannot be saved for another company', async () => {
    const [paula, eve] = [await newPayer(), await newPayer()]
    const intent = await asked(paula)
    await answerBank(intent, true)
    expect((await add(eve, intent)).statusCode).toBe(402)
    // Also after that company has its own customer at the provider.
    await add(eve, 'pm_card_visa')
    expect((await add(eve, intent)).statusCode).toBe(402)
    expect((await list(eve)).map(({ last4Digits }) => last4Digits)).toEqual(['4242'])
    expect((await add(paula, intent)).statusCode).toBe(200)
  })
})
