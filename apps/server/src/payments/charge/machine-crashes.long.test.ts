import sql from 'sql-template-tag'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { PaymentAnswer } from '@portal/domain/payments/charges.schema'
import {
  books,
  charges,
  expectPaidOnce,
  givenAskedPayer,
  givenPayer,
  intentOf,
  intentStatuses,
  releaseLeases,
} from '../../../test/payments.ts'
import type { Browser } from '../../../test/portal.ts'
import { testPortal } from '../../../test/test-portal.ts'
import { startDyingServer } from '../../../test/start-dying-server.ts'
import { queuedMails } from '../../../test/mails.ts'
import { reconcile } from './reconcile.ts'
import { autoPayBounds } from '../autopay/autopay-bounds.ts'
import { resumeBatches } from '../batch/resume-batches.ts'

const portal = testPortal()
let paula: Browser
let accountId: string
let count = 0

beforeAll(async () => {
  await portal.sandbox.control('/webhooks', { drop: true })
})

beforeEach(async () => {
  accountId = `K${++count}`
  paula = await givenPayer(portal, accountId)
})

/** The worker's next round, some seconds later. */
async function workerRound() {
  for (let round = 0; round < 2; round += 1) {
    await releaseLeases(portal)
    await reconcile(portal.deps, portal.system)
    await resumeBatches(portal.deps, portal.system, autoPayBounds)
  }
}

/**
 * Before the confirm no money can have moved: the reconciler ends the attempt, and the customer can
 * pay again.
 */
test.each(['opened', 'created', 'allowed'] as const)(
  'killed when a payment is %s: nothing is charged, and the invoice is free again',
  async (place) => {
    const id = await portal.given.invoice(accountId, `K-${count}`)
    const server = await startDyingServer(portal, place)
    expect(await server.post(paula, `/api/invoice/${id}/payment`)).toBeUndefined()
    await server.died
    expect((await paula.post(`/api/invoice/${id}/payment`)).statusCode).toBe(409)
    await workerRound()
    expect(await charges(portal, id)).toEqual([])
    expect(await intentStatuses(portal, id)).not.toContain('requires_confirmation')
    expect((await paula.post(`/api/invoice/${id}/payment`)).statusCode).toBe(200)
    expect(await charges(portal, id)).toHaveLength(1)
    expect(await books(portal, accountId)).toMatchObject({
      states: ['failed', 'succeeded'],
      receivableCents: -10_000,
      receipts: 1,
    })
  },
)

test.each(['charged', 'settling', 'settled'] as const)(
  'killed when a payment is %s: it is still made exactly once',
  async (place) => {
    const id = await portal.given.invoice(accountId, `K-${count}`)
    const server = await startDyingServer(portal, place)
    expect(await server.post(paula, `/api/invoice/${id}/payment`)).toBeUndefined()
    await server.died
    expect((await paula.post(`/api/invoice/${id}/payment`)).statusCode).toBe(409)
    await workerRound()
    await expectPaidOnce(portal, accountId, id)
  },
)

test.each(['opened', 'created', 'allowed', 'charged', 'settling'] as const)(
  'killed while paying all, when a payment is %s: each invoice is charged once and the batch ends',
  async (place) => {
    const ids = await Promise.all(
      Array.from({ length: 9 }, (_, index) =>
        portal.given.invoice(accountId, `K-${count}-${index}`),
      ),
    )
    const server = await startDyingServer(portal, place)
    await server.post(paula, '/api/invoice/all-invoices/payment')
    await server.died
    await workerRound()
    const batch = (await paula.get('/api/invoice/all-invoices/payment')).json()
    expect(batch).toMatchObject({
      status: 'done',
      total: 9,
      paid: 9,
      pending: 0,
      paidAmount: 900,
      failed: [],
    })
    for (const id of ids) expect(await charges(portal, id)).toHaveLength(1)
    const { states, ...rest } = await books(portal, accountId)
    // Interrupted payments were opened once more.
    expect(states.filter((state) => state === 'succeeded')).toHaveLength(9)
    expect(new Set(states).size).toBeLessThanOrEqual(2)
    expect(rest).toMatchObject({ receivableCents: -90_000, payments: 9 })
    expect(await mailedPayments()).toBe(9)
  },
)

/** Counts payments in mails, as a receipt or as a line of the batch's mail: each exactly once. */
async function mailedPayments(): Promise<number> {
  const rows = await queuedMails(portal, sql`account_id = ${accountId}`)
  return rows.reduce(
    (sum, mail) =>
      sum + (mail.about.startsWith('receipt') ? 1 : (mail.text.match(/^K-\S+: \$/gm) ?? []).length),
    0,
  )
}

const answerBank = (clientSecret: string | undefined) =>
  portal.sandbox.control('/three-d-secure', { intent: intentOf(clientSecret ?? ''), passed: true })

test.each(['opened', 'created', 'allowed', 'charged', 'settling', 'settled'] as const)(
  'killed when a payment the bank asks about is %s: it waits for its payer or ends, and is made once',
  async (place) => {
    const asker = `${accountId}A`
    const payer = await givenAskedPayer(portal, asker)
    const id = await portal.given.invoice(asker, `KA-${count}`)
    const pay = async () => (await payer.post(`/api/invoice/${id}/payment`)).json<PaymentAnswer>()
    const server = await startDyingServer(portal, place)
    expect(await server.post(payer, `/api/invoice/${id}/payment`)).toBeUndefined()
    await server.died
    if (place !== 'settled') await workerRound()
    const hadAsked = ['charged', 'settling', 'settled'].includes(place)
    await answerBank((await pay()).clientSecret)
    expect((await pay()).status).toBe('succeeded')
    await expectPaidOnce(portal, asker, id, hadAsked ? ['succeeded'] : ['failed', 'succeeded'])
  },
)

test('killed while recording the payer’s confirmation: the worker does it', async () => {
  const asker = `${accountId}A`
  const payer = await givenAskedPayer(portal, asker)
  const invoice = await portal.given.invoice(asker, `KA-${count}`)
  const { id, clientSecret } = (
    await payer.post(`/api/invoice/${invoice}/payment`)
  ).json<PaymentAnswer>()
  await answerBank(clientSecret)
  const server = await startDyingServer(portal, 'settling')
  await server.post(payer, `/api/invoice/${invoice}/payment?paymentId=${id}`)
  await server.died
  expect((await books(portal, asker)).states).toEqual(['requires_action'])
  await workerRound()
  await expectPaidOnce(portal, asker, invoice)
})
