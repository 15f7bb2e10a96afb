import { describe, expect, test } from 'vitest'
import sql from 'sql-template-tag'
import type { PayAllPlan, PaymentAnswer } from '@portal/domain/payments/charges.schema'
import { givenAutoPayBatch, itemsOf } from '../../../test/payments/batches.ts'
import { outcomeOf, testPayer } from '../../../test/payments/payer.ts'
import { useCard } from '../../../test/payments/payments.ts'
import { testPortal } from '../../../test/portal/test-portal.ts'
import { autoPayBounds } from '../autopay/autopay-bounds.ts'
import { runBatch } from '../batch/run-batch.ts'
import { reconcile } from './reconcile.ts'

const portal = testPortal()
// Webhooks are dropped: the payer's return must be enough. Events have their own tests.
const paula = testPayer(portal, 'S', { asked: true, webhooks: { drop: true } })

async function asked(key = '', who = paula.browser): Promise<PaymentAnswer> {
  const answer = await paula.pay('', key, paula.invoiceId, who)
  expect([answer.statusCode, answer.json().status]).toEqual([202, 'requires_action'])
  return answer.json<PaymentAnswer>()
}
const resume = (id: string, who = paula.browser) => outcomeOf(paula.resume(id, who))
const stoppedCode = () =>
  paula.values(sql`select stopped_code from card where account_id = ${paula.accountId}`)
const cannotComplete = (clientSecret: string | null | undefined) =>
  expect(paula.answerBank(clientSecret)).rejects.toThrow(/does not wait/)

describe('refused', () => {
  test('another person cannot continue a payment', async () => {
    const { id, clientSecret } = await asked()
    await paula.answerBank(clientSecret)
    const blind = await paula.colleague('blind', ['Hardware'])
    expect(await resume(id, await paula.stranger())).toMatch(/^404/)
    expect(await resume(id, blind)).toMatch(/^404/)
    expect(await resume('00000000-0000-4000-8000-000000000000')).toMatch(/^404/)
    expect(await paula.states()).toEqual(['requires_action'])
  })

  test('a refused confirmation is a decline: nothing is charged, then or later', async () => {
    const { id, clientSecret } = await asked()
    await paula.answerBank(clientSecret, false)
    for (let time = 0; time < 2; time += 1)
      expect(await resume(id)).toMatch(/^402 We are unable to authenticate your payment method/)
    // The secret that the browser still has does not help either.
    expect(await paula.intents()).toEqual(['canceled'])
    expect(await paula.charges()).toEqual([])
    expect([await paula.states(), await stoppedCode()]).toEqual([['failed'], [null]])
  })
})

describe('replaced', () => {
  test('a payment with another amount than the payer sees now does not continue', async () => {
    const first = await asked()
    await paula.setBalance(8000)
    const shown = { amount: 80, currencyIsoCode: 'USD' }
    const payload = { shown }
    const second = await paula.post(`/api/invoice/${paula.invoiceId}/payment`, { payload })
    expect(second.json()).toMatchObject({ status: 'requires_action', amount: 80 })
    await cannotComplete(first.clientSecret)
  })
})

describe('paid', () => {
  test('the payer confirms with the bank, and the payment is charged once', async () => {
    const { id, clientSecret } = await asked()
    expect(await paula.charges()).toEqual([])
    // Nothing happens without the payer, so the invoice can still be paid.
    expect((await paula.invoice()).hasBeenCharged).toBe(false)
    // The bank is still waiting.
    const waiting = { id, status: 'requires_action', clientSecret }
    expect((await paula.resume(id)).json()).toMatchObject(waiting)
    await paula.answerBank(clientSecret)
    expect([await resume(id), await resume(id)]).toEqual(['200 succeeded', '200 succeeded'])
    expect((await paula.invoice()).hasBeenCharged).toBe(true)
    expect((await paula.pay()).statusCode).toBe(409)
    await paula.paidOnce()
  })

  test('a lost response, a reload and a second tab continue the same payment', async () => {
    const { id, clientSecret } = await asked('click-000001')
    for (const key of ['click-000001', 'click-000002', ''])
      expect(await asked(key)).toMatchObject({ id, clientSecret })
    await paula.answerBank(clientSecret)
    // The payer returns from the bank to a new page, which has no data of the payment.
    const made = await paula.pay('', 'click-000003')
    expect(made.json()).toMatchObject({ id, status: 'succeeded' })
    expect(await outcomeOf(paula.pay('', 'click-000001'))).toBe('200 succeeded')
    await paula.paidOnce()
  })

  test('after a refused confirmation, another click starts another payment', async () => {
    const first = await asked()
    await paula.answerBank(first.clientSecret, false)
    // The page was closed before it could report the outcome.
    const second = await asked()
    expect(second.id).not.toBe(first.id)
    await paula.answerBank(second.clientSecret)
    expect(await resume(second.id)).toBe('200 succeeded')
    await paula.paidOnce(['failed', 'succeeded'])
  })

  test.each([
    ['the amount', () => paula.setBalance(4000), 4000],
    ['the card', () => useCard(paula.browser, 'pm_card_visa'), 10_000],
  ])(
    '%s changed meanwhile: the old payment ends and a new one is created',
    async (_what, change, cents) => {
      const first = await asked()
      await change()
      const second = (await paula.pay()).json<PaymentAnswer>()
      expect(second.id).not.toBe(first.id)
      await cannotComplete(first.clientSecret)
      if (second.clientSecret) await paula.answerBank(second.clientSecret)
      expect(await resume(second.id)).toBe('200 succeeded')
      expect(await paula.charges()).toEqual([cents])
      expect(await resume(first.id)).toMatch(/^402/)
    },
  )

  test('another person’s payment replaces one that is not confirmed', async () => {
    const first = await asked()
    const pete = await paula.colleague('pete')
    const second = await asked('', pete)
    expect(second.id).not.toBe(first.id)
    await paula.answerBank(second.clientSecret)
    expect(await resume(second.id, pete)).toBe('200 succeeded')
    expect(await resume(first.id)).toMatch(/^402/)
    expect(await paula.charges()).toEqual([10_000])
  })
})

describe('without a person at the screen', () => {
  test('AutoPay is declined with a next step, and a manual payment then requires a confirmation', async () => {
    await paula.post('/api/payment/autopay/enable')
    const batchId = await givenAutoPayBatch(portal, paula.accountId, [])
    await runBatch(portal.deps, paula.accountId, batchId, autoPayBounds)
    expect(await itemsOf(portal, batchId)).toEqual([
      'failed: Your bank requires you to confirm this payment. To do so, pay this invoice alone.',
    ])
    expect(await stoppedCode()).toEqual(['authentication_required'])
    const [left] = (await paula.plan()).notCovered
    expect(left!.reason).toMatch(/bank requires you to confirm each payment/)
    const { id, clientSecret } = await asked()
    await paula.answerBank(clientSecret)
    expect(await resume(id)).toBe('200 succeeded')
    expect(await paula.charges()).toEqual([10_000])
  })

  test('paying all skips payments that wait for their payer', async () => {
    const { id, clientSecret } = await asked()
    expect(await outcomeOf(paula.payAll())).toBe('409 No eligible invoices')
    const reason = expect.stringMatching(
      /^The bank has asked .+ to confirm a payment of this invoice, until \d\d:\d\d UTC\./,
    )
    expect(await paula.json<PayAllPlan>('/api/invoice/all-invoices/payment/plan')).toMatchObject({
      charged: [],
      leftOut: [{ invoiceNumber: paula.number(), amount: 100, reason }],
    })
    await paula.answerBank(clientSecret)
    expect(await resume(id)).toBe('200 succeeded')
    await paula.paidOnce()
  })

  test('a payment that is no longer owed does not wait', async () => {
    const { clientSecret } = await asked()
    await paula.setBalance(4000)
    await paula.workerRound()
    expect(await paula.states()).toEqual(['failed'])
    await cannotComplete(clientSecret)
  })

  test('without the payer’s return the invoice is free after a while, and the payment cannot be completed', async () => {
    const { id, clientSecret } = await asked()
    await reconcile(portal.deps, portal.system)
    await paula.workerRound()
    expect(await paula.states()).toEqual(['requires_action'])
    await paula.age(16)
    await paula.workerRound()
    expect(await paula.states()).toEqual(['failed'])
    await cannotComplete(clientSecret)
    expect(await resume(id)).toMatch(/not given in time/)
    expect(await paula.charges()).toEqual([])
    await asked()
  })
})
