import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { PayAllPlan, PaymentAnswer } from '@portal/domain/payments/charges.schema'
import { givenAutoPayBatch, itemsOf } from '../../../test/batches.ts'
import {
  ageAttempts,
  books,
  charges,
  givenAskedPayer,
  givenPayer,
  intentOf,
  intentStatuses,
  onePaid,
  releaseLeases,
} from '../../../test/payments.ts'
import type { Browser } from '../../../test/portal.ts'
import { testPortal } from '../../../test/test-portal.ts'
import { autoPayBounds } from '../autopay/autopay-bounds.ts'
import { runBatch } from '../batch/run-batch.ts'
import { reconcile } from './reconcile.ts'

const portal = testPortal()
let paula: Browser
let accountId: string
let invoiceId: string
let count = 0

beforeAll(async () => {
  // Without events: the payer's return must suffice; events have their own tests.
  await portal.sandbox.control('/webhooks', { drop: true })
})

beforeEach(async () => {
  accountId = `S${++count}`
  paula = await givenAskedPayer(portal, accountId)
  invoiceId = await portal.given.invoice(accountId, `S-${count}`)
})

const pay = (who = paula, query = '', key?: string) =>
  who.post(`/api/invoice/${invoiceId}/payment${query}`, {
    headers: key ? { 'idempotency-key': key } : {},
  })
const goOn = (paymentId: string, who = paula) => pay(who, `?paymentId=${paymentId}`)
const answerBank = (clientSecret: string | undefined, passed = true) =>
  portal.sandbox.control('/three-d-secure', { intent: intentOf(clientSecret ?? ''), passed })

async function asked(key?: string): Promise<PaymentAnswer> {
  const answer = await pay(paula, '', key)
  expect([answer.statusCode, answer.json().status]).toEqual([202, 'requires_action'])
  return answer.json<PaymentAnswer>()
}

const intents = () => intentStatuses(portal, invoiceId)

describe('refused', () => {
  test('no one else can continue a payment', async () => {
    const { id, clientSecret } = await asked()
    await answerBank(clientSecret)
    const other = `other${count}@s.example`
    await portal.given.user(other, accountId, ['AccessInvoices', 'PayInvoices'], ['Hardware'])
    expect((await goOn(id, await givenPayer(portal, `O${count}`))).statusCode).toBe(404)
    // The user does not hold the invoice's category.
    expect((await goOn(id, await portal.signIn(other))).statusCode).toBe(404)
    expect((await goOn('00000000-0000-4000-8000-000000000000')).statusCode).toBe(404)
    expect((await books(portal, accountId)).states).toEqual(['requires_action'])
  })

  test('a refused confirmation is a decline: nothing is charged, then or later', async () => {
    const { id, clientSecret } = await asked()
    await answerBank(clientSecret, false)
    const answer = await goOn(id)
    expect(answer.statusCode).toBe(402)
    expect(answer.json().message).toMatch(/^We are unable to authenticate your payment method/)
    expect((await goOn(id)).statusCode).toBe(402)
    // Not even with the secret that the browser still has.
    expect(await intents()).toEqual(['canceled'])
    expect(await charges(portal, invoiceId)).toEqual([])
    expect((await books(portal, accountId)).states).toEqual(['failed'])
    const { rows } = await portal.system.query(
      'select stopped_code from card where account_id = $1',
      [accountId],
    )
    expect(rows).toEqual([{ stopped_code: null }])
  })
})

describe('paid', () => {
  test('the payer confirms with the bank and the payment is made once', async () => {
    const { id, clientSecret } = await asked()
    expect(await charges(portal, invoiceId)).toEqual([])
    const details = async () => (await paula.get(`/api/invoice/details/S-${count}`)).json()
    // Nothing happens without the payer, so the invoice can still be paid.
    expect((await details()).hasBeenCharged).toBe(false)
    // The bank is still waiting.
    expect((await goOn(id)).json()).toMatchObject({ id, status: 'requires_action', clientSecret })
    await answerBank(clientSecret)
    const answer = await goOn(id)
    expect([answer.statusCode, answer.json().status]).toEqual([200, 'succeeded'])
    expect((await goOn(id)).statusCode).toBe(200)
    expect((await details()).hasBeenCharged).toBe(true)
    expect((await pay()).statusCode).toBe(409)
    expect(await charges(portal, invoiceId)).toHaveLength(1)
    expect(await books(portal, accountId)).toEqual(onePaid)
  })

  test('a lost response, a reload and a second tab continue the same payment', async () => {
    const { id, clientSecret } = await asked('click-000001')
    expect(await asked('click-000001')).toMatchObject({ id, clientSecret })
    expect(await asked('click-000002')).toMatchObject({ id, clientSecret })
    expect(await asked()).toMatchObject({ id, clientSecret })
    await answerBank(clientSecret)
    // Back from the bank with a new page that has no data of the payment.
    expect((await pay(paula, '', 'click-000003')).json()).toMatchObject({ id, status: 'succeeded' })
    expect((await pay(paula, '', 'click-000001')).statusCode).toBe(200)
    expect(await charges(portal, invoiceId)).toHaveLength(1)
    expect(await books(portal, accountId)).toEqual(onePaid)
  })

  test('after a refused confirmation, another click starts another payment', async () => {
    const first = await asked()
    await answerBank(first.clientSecret, false)
    // The page was closed before it could report.
    const second = await asked()
    expect(second.id).not.toBe(first.id)
    await answerBank(second.clientSecret)
    expect((await goOn(second.id)).statusCode).toBe(200)
    expect((await books(portal, accountId)).states).toEqual(['failed', 'succeeded'])
    expect(await charges(portal, invoiceId)).toHaveLength(1)
  })

  test.each([
    [
      'the amount',
      () =>
        portal.system.query(`update invoice set books_balance_cents = 4000 where id = $1`, [
          invoiceId,
        ]),
      4000,
    ],
    [
      'the card',
      () => paula.post('/api/payment/card?stripeToken=pm_card_visa').then(useNewest),
      10_000,
    ],
  ])(
    '%s changed in the meantime: the old payment is ended and a new one is created',
    async (_what, change, cents) => {
      const first = await asked()
      await change()
      const answer = (await pay()).json<PaymentAnswer>()
      expect(answer.id).not.toBe(first.id)
      await expect(answerBank(first.clientSecret)).rejects.toThrow(/does not wait/)
      if (answer.clientSecret) await answerBank(answer.clientSecret)
      expect((await goOn(answer.id)).statusCode).toBe(200)
      expect((await charges(portal, invoiceId)).map(({ amount }) => amount)).toEqual([cents])
      expect((await goOn(first.id)).statusCode).toBe(402)
    },
  )

  test('another person’s payment replaces one that is not confirmed', async () => {
    const first = await asked()
    const email = `pete${count}@s.example`
    await portal.given.user(email, accountId, ['AccessInvoices', 'PayInvoices'], ['Licenses'])
    const pete = await portal.signIn(email)
    const second = (await pay(pete)).json<PaymentAnswer>()
    expect(second.id).not.toBe(first.id)
    await answerBank(second.clientSecret)
    expect((await goOn(second.id, pete)).statusCode).toBe(200)
    expect((await goOn(first.id)).statusCode).toBe(402)
    expect(await charges(portal, invoiceId)).toHaveLength(1)
  })
})

describe('without a person at the screen', () => {
  test('AutoPay is declined with a next step, and paying by hand then asks for a confirmation', async () => {
    await paula.post('/api/payment/autopay/enable')
    const batchId = await givenAutoPayBatch(portal, accountId, [])
    await runBatch(portal.deps, accountId, batchId, autoPayBounds)
    expect(await itemsOf(portal, batchId)).toEqual([
      'failed: Your bank requires you to confirm this payment. To do so, pay this invoice alone.',
    ])
    const { rows } = await portal.system.query(
      'select stopped_code from card where account_id = $1',
      [accountId],
    )
    expect(rows).toEqual([{ stopped_code: 'authentication_required' }])
    const plan = (await paula.get('/api/payment/autopay/plan')).json()
    expect(plan.notCovered[0].reason).toMatch(/bank requires you to confirm each payment/)
    const { id, clientSecret } = await asked()
    await answerBank(clientSecret)
    expect((await goOn(id)).statusCode).toBe(200)
    expect(await charges(portal, invoiceId)).toHaveLength(1)
  })

  test('paying all skips payments that wait for their payer', async () => {
    const { id, clientSecret } = await asked()
    const answer = await paula.post('/api/invoice/all-invoices/payment')
    expect([answer.statusCode, answer.json()]).toEqual([409, { message: 'No eligible invoices' }])
    const plan = (await paula.get('/api/invoice/all-invoices/payment/plan')).json<PayAllPlan>()
    expect(plan).toMatchObject({
      charged: [],
      leftOut: [
        {
          invoiceNumber: `S-${count}`,
          amount: 100,
          reason: expect.stringMatching(
            /^The bank has asked .+ to confirm a payment of this invoice, until \d\d:\d\d UTC\./,
          ),
        },
      ],
    })
    await answerBank(clientSecret)
    expect((await goOn(id)).statusCode).toBe(200)
    expect(await charges(portal, invoiceId)).toHaveLength(1)
    expect((await books(portal, accountId)).states).toEqual(['succeeded'])
  })

  test('a payment that is no longer owed does not wait', async () => {
    const { clientSecret } = await asked()
    await portal.system.query('update invoice set books_balance_cents = 4000 where id = $1', [
      invoiceId,
    ])
    await releaseLeases(portal)
    await reconcile(portal.deps, portal.system)
    expect((await books(portal, accountId)).states).toEqual(['failed'])
    await expect(answerBank(clientSecret)).rejects.toThrow(/does not wait/)
  })

  test('without the payer’s return the invoice is free after a while, and the payment cannot be completed', async () => {
    const { id, clientSecret } = await asked()
    await reconcile(portal.deps, portal.system)
    expect((await books(portal, accountId)).states).toEqual(['requires_action'])
    await releaseLeases(portal)
    await reconcile(portal.deps, portal.system)
    expect((await books(portal, accountId)).states).toEqual(['requires_action'])
    await ageAttempts(portal, accountId, 16)
    await releaseLeases(portal)
    await reconcile(portal.deps, portal.system)
    expect((await books(portal, accountId)).states).toEqual(['failed'])
    await expect(answerBank(clientSecret)).rejects.toThrow(/does not wait/)
    expect((await goOn(id)).json().message).toMatch(/not given in time/)
    expect(await charges(portal, invoiceId)).toEqual([])
    await asked()
  })
})

async function useNewest(answer: { json(): { id: string } }) {
  await paula.send('PUT', `/api/payment/card/default?cardId=${answer.json().id}`)
}
