import { beforeEach, expect, test } from 'vitest'
import type { Card } from '@portal/domain/payments/cards.schema'
import type { Browser } from '../../../test/portal.ts'
import { testPortal } from '../../../test/test-portal.ts'

const portal = testPortal()
let paula: Browser
let eve: Browser
let count = 0

beforeEach(async () => {
  count += 1
  paula = await payer(`P${count}`)
  eve = await payer(`E${count}`)
})

async function payer(accountId: string) {
  const email = `${accountId.toLowerCase()}@c.example`
  await portal.given.company(accountId)
  await portal.given.user(email, accountId, ['AccessInvoices', 'PayInvoices'])
  return portal.signIn(email)
}

const add = (token: string, who = paula) => who.post(`/api/payment/card?stripeToken=${token}`)
const list = async (who = paula) => (await who.get('/api/payment/card')).json<Card[]>()

/** Adds a card whose bank asks; returns the id of the setup intent. */
async function asked(): Promise<string> {
  const { clientSecret } = (await add('pm_card_authenticationRequired')).json<{
    clientSecret: string
  }>()
  return clientSecret.split('_secret_')[0] ?? ''
}
const answer = (intent: string, passed: boolean) =>
  portal.sandbox.control('/three-d-secure', { intent, passed })

test('an authenticated card is saved by its setup intent, and only once', async () => {
  const intent = await asked()
  await answer(intent, true)
  expect((await add(intent)).json()).toMatchObject({ last4Digits: '3184', isDefault: true })
  expect((await add(intent)).statusCode).toBe(200)
  expect(await list()).toHaveLength(1)
})

test('without the confirmation the card is not saved', async () => {
  const intent = await asked()
  expect((await add(intent)).json()).toEqual({ clientSecret: expect.stringContaining(intent) })
  expect(await list()).toEqual([])
})

test("a failed authentication shows the provider's message", async () => {
  const intent = await asked()
  await answer(intent, false)
  const refusal = await add(intent)
  expect(refusal.statusCode).toBe(402)
  expect(refusal.json().failureMessage).toMatch(/^We are unable to authenticate/)
  expect(await list()).toEqual([])
})

test("another company's authentication saves no card here", async () => {
  const intent = await asked()
  await answer(intent, true)
  expect((await add(intent, eve)).statusCode).toBe(402)
  // Also once that company has its own customer at the provider.
  await add('pm_card_visa', eve)
  expect((await add(intent, eve)).statusCode).toBe(402)
  expect((await list(eve)).map(({ last4Digits }) => last4Digits)).toEqual(['4242'])
  expect((await add(intent)).statusCode).toBe(200)
})
