import sql from 'sql-template-tag'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { PaymentBatch } from '@portal/domain/payments/charges.schema'
import {
  ageAttempts,
  books,
  forgottenPayment,
  givenAskedPayer,
  givenPayer,
  releaseLeases,
  useCard,
} from '../../../test/payments.ts'
import type { Browser } from '../../../test/portal.ts'
import { testPortal } from '../../../test/test-portal.ts'
import { queuedMails } from '../../../test/mails.ts'
import { autoPayBounds } from '../autopay/autopay-bounds.ts'
import { resumeBatches } from '../batch/resume-batches.ts'
import { bringIntoLine } from './bring-into-line.ts'
import { reconcile } from './reconcile.ts'
import { tellAdopted } from './tell-adopted.ts'

const portal = testPortal()
let paula: Browser
let accountId: string
let count = 0

beforeAll(async () => {
  await portal.sandbox.control('/webhooks', { drop: true })
})

beforeEach(async () => {
  accountId = `TO${++count}`
  paula = await givenPayer(portal, accountId)
})

const path = '/api/invoice/all-invoices/payment'
const pay = (invoiceId: string, query = '') =>
  paula.post(`/api/invoice/${invoiceId}/payment${query}`)
const given = (nth: number) => portal.given.invoice(accountId, `${accountId}-${nth}`)

const mails = () => queuedMails(portal, sql`account_id = ${accountId}`)
const subjects = async () => (await mails()).map(({ subject }) => subject)
const notMade = (nth: number) => `Payment of $100.00 was not made, ${accountId}-${nth}`

/** Declines the company's next confirmed payment, and drops the response. */
async function declineUnseen(): Promise<void> {
  await useCard(paula, 'pm_card_chargeCustomerFail')
  await portal.sandbox.control('/faults', { kind: 'reset_after', path: '/confirm$', times: 2 })
  await portal.sandbox.control('/faults', {
    kind: 'reset_before',
    method: 'GET',
    path: '^/v1/payment_intents/',
    times: 20,
  })
}
const heal = () => fetch(`${portal.sandbox.cardsOrigin}/_sandbox/faults`, { method: 'DELETE' })

describe('a payment of one invoice', () => {
  test('that is declined: the recipients get one mail about it, and no receipt', async () => {
    const card = (
      await paula.post('/api/payment/card?stripeToken=pm_card_chargeCustomerFail')
    ).json<{
      id: string
    }>()
    expect((await pay(await given(1), `?cardId=${card.id}`)).statusCode).toBe(402)
    const [mail, ...more] = await mails()
    expect(more).toEqual([])
    expect(mail!.subject).toBe(notMade(1))
    expect(mail!.text).toMatch(/^Payment of \$100\.00 was not made\n\nYour card was declined\./)
    expect(mail!.text).toContain('The card was not charged.')
  })

  test('that is declined, and found late by two reconcilers: one mail, like any other decline', async () => {
    const invoice = await given(2)
    await declineUnseen()
    expect((await pay(invoice)).json()).toMatchObject({ status: 'pending' })
    expect(await subjects()).toEqual([])
    await heal()
    await releaseLeases(portal)
    await Promise.all([1, 2].map(() => reconcile(portal.deps, portal.system)))
    expect((await books(portal, accountId)).states).toEqual(['failed'])
    expect(await subjects()).toEqual([notMade(2)])
  }, 60_000)

  test('that its payer replaced by another card sends no mail; the new one does', async () => {
    accountId = `TR${count}`
    paula = await givenAskedPayer(portal, accountId)
    const invoice = await given(3)
    expect((await pay(invoice)).json()).toMatchObject({ status: 'requires_action' })
    const visa = (await paula.post('/api/payment/card?stripeToken=pm_card_visa')).json<{
      id: string
    }>()
    expect((await pay(invoice, `?cardId=${visa.id}`)).statusCode).toBe(200)
    expect((await books(portal, accountId)).states.toSorted()).toEqual(['failed', 'succeeded'])
    expect(await subjects()).toEqual([`Payment of $100.00 received, ${accountId}-3`])
  })

  test('that was never confirmed with the bank: one mail', async () => {
    accountId = `TQ${count}`
    paula = await givenAskedPayer(portal, accountId)
    expect((await pay(await given(4))).json()).toMatchObject({ status: 'requires_action' })
    await ageAttempts(portal, accountId, 16)
    await releaseLeases(portal)
    await Promise.all([1, 2].map(() => reconcile(portal.deps, portal.system)))
    expect(await subjects()).toEqual([notMade(4)])
    expect((await mails())[0]!.text).toContain('not given in time')
  })
})

describe('a batch', () => {
  test.each([
    ['failed', 'was not made'],
    ['succeeded', 'Payment of $100.00 received'],
  ])(
    'that ended while a bank was deciding: the mail says so, and a second mail has the outcome: %s',
    async (status, closing) => {
      await given(1)
      await portal.sandbox.control('/processing', { times: 1 })
      const { id } = (await paula.post(path)).json<PaymentBatch>()
      await ageAttempts(portal, accountId, 16)
      await portal.system.query(`update payment_batch set lease_until = now() where id = $1`, [id])
      await resumeBatches(portal.deps, portal.system, autoPayBounds)
      expect(await subjects()).toEqual(['Payment of 1 invoice: 1 still being confirmed'])
      expect((await mails())[0]!.text).not.toContain('$0.00')
      expect((await mails())[0]!.text).toContain('We will send an email about each of them.')
      const { rows } = await portal.system.query<{ intent: string }>(
        'select intent_id as intent from payment_attempt where account_id = $1',
        [accountId],
      )
      await portal.sandbox.control(`/payment_intents/${rows[0]!.intent}`, { status })
      await releaseLeases(portal)
      await Promise.all([1, 2].map(() => reconcile(portal.deps, portal.system)))
      const [, second, ...more] = await mails()
      expect(more).toEqual([])
      expect(second!.subject).toContain(closing)
      expect(second!.text).toContain('still being confirmed when we wrote to you')
    },
  )
})

async function adoptForgotten(nth: number): Promise<string> {
  const invoiceNumber = `${accountId}-${nth}`
  const lost = await forgottenPayment(portal, { accountId, invoiceNumber, amountCents: 4200 })
  return (await bringIntoLine(portal.deps, lost, 'event')).attemptId
}

test('payments found after commits were lost are mailed in one summary, once no more are found', async () => {
  const found = [await adoptForgotten(1), await adoptForgotten(2)]
  expect(await tellAdopted(portal.system)).toBe(0)
  await portal.system.query(`update unknown_intent set found_at = now() - interval '6 minutes'`)
  const told = await Promise.all([1, 2].map(() => tellAdopted(portal.system)))
  expect(told.toSorted()).toEqual([0, 2])
  const [mail, ...more] = await mails()
  expect(more).toEqual([])
  expect(mail!.subject).toBe('2 card payments found after an interruption')
  expect(mail!.text).toContain(`${accountId}-1: $42.00, paid on `)
  for (const id of found) expect(mail!.text).toContain(id)
})
