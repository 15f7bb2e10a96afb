import { mkdtempSync, rmSync, statSync, truncateSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type Stripe from 'stripe'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startCards } from '../start-cards.ts'
import { charge, customerWithCard, stripeFor, type Cards } from '../../test/cards.ts'

let dataDir: string
let cards: Cards
let stripe: Stripe

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'portal-cards-'))
  await start()
})
afterEach(async () => {
  await cards.close()
  rmSync(dataDir, { recursive: true, force: true })
})

async function start() {
  cards = await startCards({ port: 0, dataDir })
  stripe = stripeFor(cards)
}

const key = { idempotencyKey: 'pay:1' }
const amounts = async () => (await stripe.charges.list()).data.map(({ amount }) => amount)

test('after a restart a key returns the same answer, and its card can be charged', async () => {
  const saved = await customerWithCard(stripe)
  const first = await charge(stripe, saved, { amount: 111 }, key)
  await expect(startCards({ port: cards.port, dataDir })).rejects.toThrow('CARDS_PORT')
  await cards.close()
  await start()
  expect((await charge(stripe, saved, { amount: 111 }, key)).id).toBe(first.id)
  await charge(stripe, saved, { amount: 222 })
  expect(await amounts()).toEqual([222, 111])
})

test('a kill during a write undoes exactly that call', async () => {
  const saved = await customerWithCard(stripe)
  await charge(stripe, saved, { amount: 111 })
  await charge(stripe, saved, { amount: 222 }, key)
  await cards.close()
  const file = join(dataDir, 'cards.ndjson')
  truncateSync(file, statSync(file).size - 10)
  await start()
  expect(await amounts()).toEqual([111])
  expect((await charge(stripe, saved, { amount: 222 }, key)).status).toBe('succeeded')
})
