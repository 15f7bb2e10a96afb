import { beforeEach, expect, test, vi } from 'vitest'
import type { PaymentAnswer } from '@portal/domain/payments/charges.schema'
import {
  ageAttempts,
  books,
  charges,
  expectPaidOnce,
  givenAskedPayer,
  intentOf,
  releaseLeases,
} from '../../../test/payments.ts'
import type { Browser } from '../../../test/portal.ts'
import { testPortal } from '../../../test/test-portal.ts'
import { reconcile } from './reconcile.ts'

const portal = testPortal()
let paula: Browser
let accountId: string
let invoiceId: string
let count = 0

beforeEach(async () => {
  await portal.sandbox.control('/webhooks', { duplicate: 1, drop: true, delayMs: 10 })
  accountId = `R${++count}`
  paula = await givenAskedPayer(portal, accountId)
  invoiceId = await portal.given.invoice(accountId, `R-${count}`)
})

const pay = (query = '') => paula.post(`/api/invoice/${invoiceId}/payment${query}`)
const asked = async () => (await pay()).json<PaymentAnswer>()
const goOn = (paymentId: string) => pay(`?paymentId=${paymentId}`)
const answerBank = (clientSecret: string | undefined, passed = true) =>
  portal.sandbox.control('/three-d-secure', { intent: intentOf(clientSecret ?? ''), passed })
const states = async () => (await books(portal, accountId)).states

async function workerRound() {
  await releaseLeases(portal)
  await reconcile(portal.deps, portal.system)
}

const breakNext = (fault: object) =>
  portal.sandbox.control('/faults', { method: 'POST', path: '/v1/payment_intents$', ...fault })

test('the event arrives before the payer returns, five times', async () => {
  await portal.sandbox.control('/webhooks', { drop: false, duplicate: 5, delayMs: 0 })
  const { id, clientSecret } = await asked()
  await answerBank(clientSecret)
  await vi.waitFor(async () => expect(await states()).toEqual(['succeeded']), 5000)
  expect((await goOn(id)).statusCode).toBe(200)
  await expectPaidOnce(portal, accountId, invoiceId)
})

test('the event arrives after the payer returned, and during it', async () => {
  const { id, clientSecret } = await asked()
  await portal.sandbox.control('/webhooks', { drop: false, duplicate: 2, delayMs: 30 })
  await answerBank(clientSecret)
  const [first, second, ...clicks] = await Promise.all([goOn(id), goOn(id), pay(), pay()])
  expect([first.statusCode, second.statusCode]).toEqual([200, 200])
  // A click after the payment succeeded is refused.
  expect(clicks.every(({ statusCode }) => [200, 409].includes(statusCode))).toBe(true)
  await new Promise((resolve) => setTimeout(resolve, 300))
  await expectPaidOnce(portal, accountId, invoiceId)
})

test('the event of a refusal arrives before the payer returns', async () => {
  await portal.sandbox.control('/webhooks', { drop: false, delayMs: 0 })
  const { id, clientSecret } = await asked()
  await answerBank(clientSecret, false)
  await vi.waitFor(async () => expect(await states()).toEqual(['open']), 5000)
  // The event makes the attempt due.
  await reconcile(portal.deps, portal.system)
  expect(await states()).toEqual(['failed'])
  expect((await goOn(id)).json().message).toMatch(/^We are unable to authenticate/)
  const again = await asked()
  expect(again).toMatchObject({ status: 'requires_action' })
  expect(again.id).not.toBe(id)
})

test('ten clicks at once while the bank waits, and ten after the confirmation', async () => {
  const clicks = await Promise.all(Array.from({ length: 10 }, () => pay()))
  expect(clicks.every(({ statusCode }) => [202, 409].includes(statusCode))).toBe(true)
  const { clientSecret } = await asked()
  expect(await states()).toEqual(['requires_action'])
  await answerBank(clientSecret)
  const returns = await Promise.all(Array.from({ length: 10 }, () => pay()))
  expect(returns.every(({ statusCode }) => [200, 409].includes(statusCode))).toBe(true)
  await expectPaidOnce(portal, accountId, invoiceId)
})

test('confirmation and timeout at once: paid or ended, never both', async () => {
  const ends = new Set<string>()
  for (let round = 0; round < 24; round += 1) {
    const number = `RR-${count}-${round}`
    invoiceId = await portal.given.invoice(accountId, number)
    const { id, clientSecret } = await asked()
    await ageAttempts(portal, accountId, 16)
    await releaseLeases(portal)
    // The order varies from round to round.
    const bank = async () => {
      await new Promise((resolve) => setTimeout(resolve, (round % 12) * 4))
      await answerBank(clientSecret).catch(() => undefined)
    }
    await Promise.all([bank(), reconcile(portal.deps, portal.system)])
    await workerRound()
    const { statusCode } = await goOn(id)
    const taken = await charges(portal, invoiceId)
    expect([statusCode, taken.length]).toEqual(statusCode === 200 ? [200, 1] : [402, 0])
    ends.add(String(statusCode))
  }
  const { receivableCents, states: all, receipts } = await books(portal, accountId)
  const paid = all.filter((state) => state === 'succeeded').length
  expect([receivableCents, receipts]).toEqual([-10_000 * paid, paid])
  expect(all).toHaveLength(24)
})

test.each(['reset_after', 'reset_before'])(
  'the response with the bank’s question was lost (%s): the next click repeats it',
  async (kind) => {
    await breakNext({ kind, times: 2 })
    expect((await pay()).json()).toMatchObject({ status: 'pending' })
    expect((await pay()).statusCode).toBe(409)
    await workerRound()
    expect(await states()).toEqual(['failed'])
    const { clientSecret } = await asked()
    await answerBank(clientSecret)
    expect((await asked()).status).toBe('succeeded')
    await expectPaidOnce(portal, accountId, invoiceId, ['failed', 'succeeded'])
  },
)

test('a provider that is down when the payer returns is called again, by the payer or the worker', async () => {
  const { id, clientSecret } = await asked()
  await answerBank(clientSecret)
  await portal.sandbox.control('/faults', {
    path: '/v1/payment_intents/',
    times: 5,
    kind: 'status',
    status: 503,
  })
  expect((await goOn(id)).json()).toMatchObject({ status: 'pending' })
  await workerRound()
  expect((await goOn(id)).statusCode).toBe(200)
  await expectPaidOnce(portal, accountId, invoiceId)
})

test('a lost response to the cancel after the timeout: the charge stays ended', async () => {
  const { id, clientSecret } = await asked()
  const fault = { method: 'POST', path: '/cancel$', kind: 'reset_after', times: 2 }
  await portal.sandbox.control('/faults', fault)
  await ageAttempts(portal, accountId, 16)
  await workerRound()
  // The intent shows that the cancel took effect.
  expect(await states()).toEqual(['failed'])
  await expect(answerBank(clientSecret)).rejects.toThrow(/does not wait/)
  expect((await goOn(id)).statusCode).toBe(402)
  expect(await charges(portal, invoiceId)).toEqual([])
})
