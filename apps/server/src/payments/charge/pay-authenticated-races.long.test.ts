import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import type { PaymentAnswer } from '@portal/domain/payments/charges.schema'
import { breakNext, outcomeOf, statuses, testPayer } from '../../../test/payments/payer.ts'
import { testPortal } from '../../../test/portal/test-portal.ts'
import { reconcile } from './reconcile.ts'

const portal = testPortal()
const paula = testPayer(portal, 'R', {
  asked: true,
  webhooks: { duplicate: 1, drop: true, delayMs: 10 },
})

const asked = async () => (await paula.pay()).json<PaymentAnswer>()
const resume = (paymentId: string) => outcomeOf(paula.resume(paymentId))
const tenClicks = () => statuses(Array.from({ length: 10 }, () => paula.pay()))

test('the event arrives before the payer returns, five times', async () => {
  await portal.sandbox.control('/webhooks', { drop: false, duplicate: 5, delayMs: 0 })
  const { id, clientSecret } = await asked()
  await paula.answerBank(clientSecret)
  await vi.waitFor(async () => expect(await paula.states()).toEqual(['succeeded']), 5000)
  expect(await resume(id)).toBe('200 succeeded')
  await paula.paidOnce()
})

test('the event arrives after the payer returned, and during it', async () => {
  const { id, clientSecret } = await asked()
  await portal.sandbox.control('/webhooks', { drop: false, duplicate: 2, delayMs: 30 })
  await paula.answerBank(clientSecret)
  const [first, second, ...clicks] = await Promise.all([
    resume(id),
    resume(id),
    outcomeOf(paula.pay()),
    outcomeOf(paula.pay()),
  ])
  expect([first, second]).toEqual(['200 succeeded', '200 succeeded'])
  // A click after the payment succeeded is refused.
  for (const click of clicks) expect(click).toMatch(/^(200|409)/)
  await sleep(300)
  await paula.paidOnce()
})

test('the event of a refusal arrives before the payer returns', async () => {
  await portal.sandbox.control('/webhooks', { drop: false, delayMs: 0 })
  const { id, clientSecret } = await asked()
  await paula.answerBank(clientSecret, false)
  await vi.waitFor(async () => expect(await paula.states()).toEqual(['open']), 5000)
  // The event makes the attempt due.
  await reconcile(portal.deps, portal.system)
  expect(await paula.states()).toEqual(['failed'])
  expect(await resume(id)).toMatch(/^402 We are unable to authenticate/)
  const again = await asked()
  expect(again).toMatchObject({ status: 'requires_action' })
  expect(again.id).not.toBe(id)
})

test('ten simultaneous clicks while the bank waits, and ten after the confirmation', async () => {
  for (const status of await tenClicks()) expect([202, 409]).toContain(status)
  const { clientSecret } = await asked()
  expect(await paula.states()).toEqual(['requires_action'])
  await paula.answerBank(clientSecret)
  for (const status of await tenClicks()) expect([200, 409]).toContain(status)
  await paula.paidOnce()
})

test('simultaneous confirmation and timeout: paid or ended, never both', async () => {
  for (let round = 0; round < 24; round += 1) {
    paula.invoiceId = await paula.given(`round-${round}`)
    const { id, clientSecret } = await asked()
    await paula.age(16)
    await paula.release()
    // Varies the order of the calls from round to round.
    const bank = async () => {
      await sleep((round % 12) * 4)
      await paula.answerBank(clientSecret).catch(() => undefined)
    }
    await Promise.all([bank(), reconcile(portal.deps, portal.system)])
    await paula.workerRound()
    const { statusCode } = await paula.resume(id)
    const taken = await paula.charges()
    expect([statusCode, taken.length]).toEqual(statusCode === 200 ? [200, 1] : [402, 0])
  }
  const { receivableCents, states, receipts } = await paula.books()
  const paid = states.filter((state) => state === 'succeeded').length
  expect([receivableCents, receipts]).toEqual([-10_000 * paid, paid])
  expect(states).toHaveLength(24)
})

test('a provider that is down when the payer returns is called again, by the payer or the worker', async () => {
  const { id, clientSecret } = await asked()
  await paula.answerBank(clientSecret)
  const down = { path: '/v1/payment_intents/', times: 5, kind: 'status', status: 503 }
  await portal.sandbox.control('/faults', down)
  expect(await resume(id)).toBe('202 pending')
  await paula.workerRound()
  expect(await resume(id)).toBe('200 succeeded')
  await paula.paidOnce()
})

test('a lost response to the cancel after the timeout: the charge stays ended', async () => {
  const { id, clientSecret } = await asked()
  await breakNext(portal, 'cancel', { kind: 'reset_after', times: 2 })
  await paula.age(16)
  await paula.workerRound()
  // The intent shows that the cancel took effect.
  expect(await paula.states()).toEqual(['failed'])
  await expect(paula.answerBank(clientSecret)).rejects.toThrow(/does not wait/)
  expect(await resume(id)).toMatch(/^402/)
  expect(await paula.charges()).toEqual([])
})
