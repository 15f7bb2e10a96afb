import sql from 'sql-template-tag'
import { beforeEach, describe, expect, test } from 'vitest'
import type { PayAllPlan, PaymentBatch } from '@portal/domain/payments/charges.schema'
import { books, charges, givenPayer, takenFrom } from '../../../test/payments.ts'
import type { Browser } from '../../../test/portal.ts'
import { testPortal } from '../../../test/test-portal.ts'
import { queuedMails } from '../../../test/mails.ts'

const portal = testPortal()
let paula: Browser
let accountId: string
let count = 0

beforeEach(async () => {
  accountId = `PP${++count}`
  paula = await givenPayer(portal, accountId)
})

const path = '/api/invoice/all-invoices/payment'
const given = (nth: number, more: object = {}) =>
  portal.given.invoice(accountId, `${accountId}-${nth}`, { balance: nth * 1000, ...more })
const planOf = async (who = paula) => (await who.get(`${path}/plan`)).json<PayAllPlan>()
const payAll = (query = '', key?: string) =>
  paula.post(`${path}${query}`, { headers: key ? { 'idempotency-key': key } : {} })
/** Saves a card in addition to the default one. Returns its id. */
const secondCard = async (card = 'pm_card_mastercard') =>
  (await paula.post(`/api/payment/card?stripeToken=${card}`)).json<{ id: string }>().id

describe('the plan', () => {
  test('is refused to strangers and without the permission, and shows no other company or category', async () => {
    await given(1)
    const ana = `ana${count}@pp.example`
    await portal.given.user(ana, accountId, ['AccessInvoices'], ['Licenses'])
    const bo = `bo${count}@pp.example`
    await portal.given.user(bo, accountId, ['AccessInvoices', 'PayInvoices'], ['Hardware'])
    expect((await portal.stranger.get(`${path}/plan`)).statusCode).toBe(401)
    expect((await (await portal.signIn(ana)).get(`${path}/plan`)).statusCode).toBe(403)
    const nothing = { charged: [], leftOut: [], amount: 0 }
    expect(await planOf(await portal.signIn(bo))).toMatchObject(nothing)
    expect(await planOf(await givenPayer(portal, `PO${count}`))).toMatchObject(nothing)
  })

  test('names the invoices that are charged, oldest due first, and the others with a reason', async () => {
    await given(1, { due: '2026-12-01' })
    await given(2, { due: '2026-11-01' })
    await given(3, { currency: 'EUR' })
    await given(4, { balance: 30 })
    await given(5, { balance: 600_000_000 })
    await given(6, { balance: 0 })
    const plan = await planOf()
    expect(plan.charged.map(({ invoiceNumber, amount }) => [invoiceNumber, amount])).toEqual([
      [`${accountId}-2`, 20],
      [`${accountId}-1`, 10],
    ])
    expect([plan.amount, plan.currencyIsoCode]).toEqual([30, 'USD'])
    const reasons = plan.leftOut.map(({ invoiceNumber, reason }) => [invoiceNumber, reason])
    expect(Object.fromEntries(reasons)).toEqual({
      [`${accountId}-3`]: 'Only invoices in USD can be paid by card.',
      [`${accountId}-4`]: 'Invoice is below the minimum of $0.50 for credit card payments.',
      [`${accountId}-5`]: 'Invoice exceeds the allowed limit for credit card payments.',
    })
  })
})

describe('paying', () => {
  test('by an outdated plan charges nothing and says so', async () => {
    await given(1)
    const { tag } = await planOf()
    await given(2)
    const answer = await payAll(`?plan=${tag}`)
    expect([answer.statusCode, answer.json().message]).toEqual([
      409,
      'The invoices due have changed since you opened the list. Please check it and pay again.',
    ])
    expect((await books(portal, accountId)).states).toEqual([])
    expect((await payAll(`?plan=${(await planOf()).tag}`)).json()).toMatchObject({ paid: 2 })
  })

  test('the same key returns the same batch, although it changed the plan', async () => {
    await given(1)
    const { tag } = await planOf()
    const answers = [
      await payAll(`?plan=${tag}`, 'same-key'),
      await payAll(`?plan=${tag}`, 'same-key'),
    ]
    expect(new Set(answers.map((one) => one.json<PaymentBatch>().id)).size).toBe(1)
    expect(await takenFrom(portal, accountId)).toEqual([1000])
  })

  test('a declined card is tried once; the rest is not tried and can be paid by another card', async () => {
    const declined = await secondCard('pm_card_chargeCustomerFail')
    for (const nth of [1, 2, 3]) await given(nth)
    const batch = (await payAll(`?cardId=${declined}`)).json<PaymentBatch>()
    expect(batch).toMatchObject({
      status: 'done',
      paid: 0,
      notTried: 2,
      failed: [{ invoiceNumber: `${accountId}-1`, message: expect.stringMatching(/declined/) }],
      stopped: expect.stringMatching(/^Nothing more was tried.*declined/),
    })
    expect((await books(portal, accountId)).states).toEqual(['failed'])
    const rows = await queuedMails(portal, sql`account_id = ${accountId}`)
    expect(rows.map(({ subject }) => subject)).toEqual(['Payment of 3 invoices: 3 not paid'])
    expect(rows[0]!.text).toContain('Not tried: 2 invoices. Nothing more was tried')
    expect((await payAll()).json()).toMatchObject({ paid: 3 })
  })

  test('a card of another company, a removed card and a missing one are refused', async () => {
    await given(1)
    await givenPayer(portal, `PC${count}`)
    const { rows } = await portal.system.query<{ id: string }>(
      'select id from card where account_id = $1',
      [`PC${count}`],
    )
    const removed = await secondCard()
    await paula.send('DELETE', `/api/payment/card?cardId=${removed}`)
    for (const cardId of [rows[0]!.id, removed, '00000000-0000-4000-8000-000000000000']) {
      const answer = await payAll(`?cardId=${cardId}`)
      expect([answer.statusCode, answer.json().message]).toEqual([
        409,
        'The card is no longer on file. Please choose another card.',
      ])
    }
    expect((await payAll('?cardId=junk')).statusCode).toBe(400)
    expect((await books(portal, accountId)).states).toEqual([])
  })

  test('the chosen card pays, one invoice and all of them, and the default card stays', async () => {
    const chosen = await secondCard()
    const alone = await given(1)
    expect((await paula.post(`/api/invoice/${alone}/payment?cardId=${chosen}`)).statusCode).toBe(
      200,
    )
    await given(2)
    expect((await payAll(`?cardId=${chosen}`)).json()).toMatchObject({ paid: 1 })
    const { rows } = await portal.system.query<{ id: string; isDefault: boolean }>(
      `select c.id, c.is_default as "isDefault" from payment_attempt p join card c on c.id = p.card_id
        where p.account_id = $1`,
      [accountId],
    )
    expect(rows).toEqual([
      { id: chosen, isDefault: false },
      { id: chosen, isDefault: false },
    ])
    expect(await charges(portal)).not.toEqual([])
  })
})
