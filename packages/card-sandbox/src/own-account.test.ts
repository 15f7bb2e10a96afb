import { expect, test } from 'vitest'
import { startCards } from './start-cards.ts'
import { errorOf, stripeFor, useCards } from '../test/cards.ts'

const cards = useCards()

test('the account has the same id at every start, for every key, and after a reset', async () => {
  const { id } = await cards.stripe.accounts.retrieve(null)
  // The literal id, so that a change of it is intentional: databases store it.
  expect(id).toBe('acct_1PortalSandboxCards')
  await cards.control('POST', 'reset')
  const other = await startCards({ port: 0 })
  try {
    const ids = [cards.stripe, stripeFor(other, 'sk_test_another')].map(
      async (stripe) => (await stripe.accounts.retrieve(null)).id,
    )
    expect(await Promise.all(ids)).toEqual([id, id])
  } finally {
    await other.close()
  }
  expect((await cards.stripe.accounts.retrieve(id)).id).toBe(id)
  expect((await errorOf(cards.stripe.accounts.retrieve('acct_other'))).statusCode).toBe(404)
})

test('everything is in test mode', async () => {
  expect((await cards.stripe.balance.retrieve()).livemode).toBe(false)
  expect((await cards.stripe.customers.create()).livemode).toBe(false)
})
