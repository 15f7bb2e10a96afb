import { appendFileSync, mkdtempSync, readFileSync, rmSync, statSync, truncateSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type Stripe from 'stripe'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
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

async function restart() {
  await cards.close()
  await start()
}

const file = () => join(dataDir, 'cards.ndjson')
const key = { idempotencyKey: 'pay:1' }

test('a saved card can still be charged after a restart', async () => {
  const saved = await customerWithCard(stripe)
  await restart()
  expect((await charge(stripe, saved)).status).toBe('succeeded')
})

test('an idempotency key returns the same answer after a restart, and charges nothing', async () => {
  const saved = await customerWithCard(stripe)
  const first = await charge(stripe, saved, {}, key)
  await restart()
  const again = await charge(stripe, saved, {}, key)
  expect(again.id).toBe(first.id)
  expect((await stripe.charges.list()).data).toHaveLength(1)
})

test('a refund that is about to fail still fails after a restart', async () => {
  const paid = await charge(stripe, await customerWithCard(stripe, 'pm_card_refundFail'))
  const refund = await stripe.refunds.create({ payment_intent: paid.id })
  await restart()
  expect((await stripe.refunds.retrieve(refund.id)).status).toBe('succeeded')
  await vi.waitFor(
    async () => expect((await stripe.refunds.retrieve(refund.id)).status).toBe('failed'),
    { timeout: 5000 },
  )
  await restart()
  expect((await stripe.refunds.retrieve(refund.id)).status).toBe('failed')
})

test('changes are on disk before the answer: a copy of the file at that moment is complete', async () => {
  const saved = await customerWithCard(stripe)
  const paid = await charge(stripe, saved, {}, key)
  const lines = readFileSync(file(), 'utf8').trim().split('\n')
  const last = JSON.parse(lines.at(-1) ?? '') as [string, string, object][]
  const collections = last.map(([collection]) => collection)
  expect(collections).toEqual(expect.arrayContaining(['paymentIntents', 'charges', 'answers']))
  expect(last.some(([, id]) => id === paid.id)).toBe(true)
})

test('a kill during a write undoes exactly that call', async () => {
  const saved = await customerWithCard(stripe)
  await charge(stripe, saved, { amount: 111 })
  await charge(stripe, saved, { amount: 222 }, key)
  await cards.close()
  truncateSync(file(), statSync(file()).size - 10)
  await start()
  expect((await stripe.charges.list()).data.map(({ amount }) => amount)).toEqual([111])
  expect((await charge(stripe, saved, { amount: 222 }, key)).status).toBe('succeeded')
  expect((await stripe.charges.list()).data).toHaveLength(2)
})

test('the sandbox starts in spite of a line that is no record', async () => {
  const saved = await customerWithCard(stripe)
  await cards.close()
  appendFileSync(file(), 'not json\n')
  await start()
  expect((await charge(stripe, saved)).status).toBe('succeeded')
})

test('a restart compacts the file and keeps the order of records', async () => {
  for (const name of ['a', 'b']) {
    const { id } = await stripe.customers.create({ name: 'x' })
    for (let change = 0; change < 20; change += 1) await stripe.customers.update(id, { name })
  }
  const before = statSync(file()).size
  await restart()
  expect(statSync(file()).size).toBeLessThan(before)
  expect((await stripe.customers.list()).data.map(({ name }) => name)).toEqual(['b', 'a'])
})

test('a second sandbox on the same port does not touch the file of the first', async () => {
  const saved = await customerWithCard(stripe)
  await expect(startCards({ port: cards.port, dataDir })).rejects.toThrow('CARDS_PORT')
  await charge(stripe, saved)
  await restart()
  expect((await stripe.charges.list()).data).toHaveLength(1)
})
