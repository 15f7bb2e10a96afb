import { describe, expect, test } from 'vitest'
import type { PaymentAnswer } from '@portal/domain/payments/charges.schema'
import { testPayer } from '../../../test/payments/payer.ts'
import { startDyingServer } from '../../../test/processes/start-dying-server.ts'
import { testPortal } from '../../../test/portal/test-portal.ts'

const portal = testPortal()

/** The next rounds of the worker, some seconds later. */
async function workerRounds(): Promise<void> {
  for (let round = 0; round < 2; round += 1) await paula.workerRound({ batches: true })
}

const paula = testPayer(portal, 'K', { webhooks: { drop: true } })
type Place = Parameters<typeof startDyingServer>[1]

/** Sends a request to a server that is killed at this point. */
async function dieAt(place: Place, path: string, who = paula): Promise<void> {
  const server = await startDyingServer(portal, place)
  expect(await server.post(who.browser, path)).toBeUndefined()
  await server.died
}
const payment = (who = paula) => `/api/invoice/${who.invoiceId}/payment`

// Before the confirm, no money can have moved: the reconciler ends the attempt, and the customer can pay again. After
// the confirm, the payment succeeds.
test.each([
  ['opened', false],
  ['created', false],
  ['allowed', false],
  ['charged', true],
  ['settling', true],
  ['settled', true],
] as const)(
  'killed when a payment is %s: it is charged exactly once, if already: %s',
  async (place, isMade) => {
    await dieAt(place, payment())
    expect((await paula.pay()).statusCode).toBe(409)
    await workerRounds()
    expect(await paula.charges()).toEqual(isMade ? [10_000] : [])
    expect(await paula.intents()).not.toContain('requires_confirmation')
    expect((await paula.pay()).statusCode).toBe(isMade ? 409 : 200)
    await paula.paidOnce(isMade ? ['succeeded'] : ['failed', 'succeeded'])
  },
)

test.each(['opened', 'created', 'allowed', 'charged', 'settling'] as const)(
  'killed while paying all, when a payment is %s: each invoice is charged once and the batch ends',
  async (place) => {
    const ids = [paula.invoiceId]
    for (let nth = 2; nth <= 9; nth += 1) ids.push(await paula.given(nth))
    await dieAt(place, '/api/invoice/all-invoices/payment')
    await workerRounds()
    const counts = { total: 9, paid: 9, pending: 0, paidAmount: 900 }
    expect(await paula.json('/api/invoice/all-invoices/payment')).toMatchObject({
      status: 'done',
      ...counts,
      failed: [],
    })
    for (const id of ids) expect(await paula.charges(id)).toEqual([10_000])
    const { states, ...rest } = await paula.books()
    // Interrupted payments were opened once more.
    expect(states.filter((state) => state === 'succeeded')).toHaveLength(9)
    expect(new Set(states).size).toBeLessThanOrEqual(2)
    expect(rest).toMatchObject({ receivableCents: -90_000, payments: 9 })
    expect(await mailedPayments()).toBe(9)
  },
)

/** Counts payments in mails, as a receipt or as a line of the batch's mail: exactly once each. */
async function mailedPayments(): Promise<number> {
  const numbers = (await paula.mails()).map(({ about, text }) =>
    about.startsWith('receipt') ? 1 : (text.match(/^K\d+-\d+: \$/gm) ?? []).length,
  )
  return numbers.reduce((sum, one) => sum + one, 0)
}

describe('a payment with a question of the bank', () => {
  const asker = testPayer(portal, 'KA', { asked: true })
  const pay = async () => (await asker.pay()).json<PaymentAnswer>()

  test.each(['opened', 'created', 'allowed', 'charged', 'settling', 'settled'] as const)(
    'killed when it is %s: it waits for its payer or ends, and is charged once',
    async (place) => {
      await dieAt(place, payment(asker), asker)
      if (place !== 'settled') await workerRounds()
      const hadAsked = ['charged', 'settling', 'settled'].includes(place)
      await asker.answerBank((await pay()).clientSecret)
      expect((await pay()).status).toBe('succeeded')
      await asker.paidOnce(hadAsked ? ['succeeded'] : ['failed', 'succeeded'])
    },
  )

  test('killed while recording the payer’s confirmation: the worker records it', async () => {
    const { id, clientSecret } = await pay()
    await asker.answerBank(clientSecret)
    await dieAt('settling', `${payment(asker)}?paymentId=${id}`, asker)
    expect(await asker.states()).toEqual(['requires_action'])
    await workerRounds()
    await asker.paidOnce()
  })
})
