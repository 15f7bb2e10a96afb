import { beforeEach, describe, expect, test } from 'vitest'
import { cardRefusals } from '@portal/domain/invoices/card-payment'
import { books, charges, givenPayer } from '../../../test/payments.ts'
import type { Browser } from '../../../test/portal.ts'
import { testPortal } from '../../../test/test-portal.ts'

const portal = testPortal()
let paula: Browser
let accountId: string
let count = 0

beforeEach(async () => {
  accountId = `A${++count}`
  paula = await givenPayer(portal, accountId)
})

const pay = (who: Browser, id: string, key?: string, filter = '') =>
  who.send('POST', `/api/invoice/${id}/payment${filter}`, {
    headers: key ? { 'idempotency-key': key } : {},
  })

describe('refused', () => {
  test('an invoice of another company and an unknown one charge nothing', async () => {
    await portal.given.company(`X${count}`)
    const foreign = await portal.given.invoice(`X${count}`, `X-${count}`)
    expect((await pay(paula, foreign)).statusCode).toBe(404)
    expect((await pay(paula, '999999999')).statusCode).toBe(404)
    expect(await charges(portal, foreign)).toEqual([])
  })

  test('a super admin acting for one company cannot pay an invoice of another', async () => {
    await portal.given.company(`P${count}`)
    await portal.given.user(`maya${count}@p.example`, `P${count}`, [], [], 'SuperAdmin')
    const maya = await portal.signIn(`maya${count}@p.example`)
    await portal.given.company(`Y${count}`)
    const id = await portal.given.invoice(accountId, `R2-${count}`)
    expect((await pay(maya, id, undefined, `?companyFilter=Y${count}`)).statusCode).toBe(404)
    expect((await pay(maya, id, undefined, `?companyFilter=${accountId}`)).statusCode).toBe(200)
    expect(await charges(portal, id)).toHaveLength(1)
  })

  test('an invoice of a category the payer does not hold counts as unknown', async () => {
    const id = await portal.given.invoice(accountId, `R3-${count}`, { category: 'Secret' })
    expect((await pay(paula, id)).statusCode).toBe(404)
  })

  test.each([
    ['another currency', { currency: 'EUR' }, 400, cardRefusals.currency],
    ['charged in the books', { charged: true }, 409, cardRefusals.charged],
    ['a cent under the minimum', { balance: 49 }, 400, cardRefusals.minimum],
    ['a cent over the limit', { balance: 5_000_001 }, 400, cardRefusals.limit],
  ])('%s says why', async (_case, is, status, message) => {
    const id = await portal.given.invoice(accountId, `R4-${count}`, is)
    const answer = await pay(paula, id)
    expect([answer.statusCode, answer.json().message]).toEqual([status, message])
    expect(await charges(portal, id)).toEqual([])
  })

  test('no card on file, and an expired one, are refused before anything is sent', async () => {
    const id = await portal.given.invoice(accountId, `R5-${count}`)
    await portal.system.query(`update card set exp_year = 2020 where account_id = '${accountId}'`)
    expect((await pay(paula, id)).json().message).toMatch(/expired/)
    await portal.system.query(
      `update card set is_default = false, removed_at = now() where account_id = '${accountId}'`,
    )
    expect((await pay(paula, id)).json().message).toMatch(/no default card/)
    expect((await books(portal, accountId)).states).toEqual([])
  })

  test('a decline shows the bank’s message, and another try is a new attempt', async () => {
    await paula.send('POST', '/api/payment/card?stripeToken=pm_card_chargeCustomerFail')
    await makeNewestCardDefault()
    const id = await portal.given.invoice(accountId, `R6-${count}`)
    const answer = await pay(paula, id)
    expect([answer.statusCode, answer.json().message]).toEqual([402, 'Your card was declined.'])
    expect((await pay(paula, id)).statusCode).toBe(402)
    expect(await books(portal, accountId)).toMatchObject({
      states: ['failed', 'failed'],
      receivableCents: 0,
      receipts: 0,
      payments: 0,
    })
    expect(await charges(portal, id)).toEqual([])
  })
})

describe('paid', () => {
  test('exactly the limit is payable; charge, ledger, history and receipt agree', async () => {
    const id = await portal.given.invoice(accountId, `P1-${count}`, { balance: 5_000_000 })
    const answer = await pay(paula, id)
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toMatchObject({
      status: 'succeeded',
      amount: 50_000,
      invoiceNumber: `P1-${count}`,
    })
    expect((await charges(portal, id)).map((charge) => charge.amount)).toEqual([5_000_000])
    expect(await books(portal, accountId)).toEqual({
      states: ['succeeded'],
      receivableCents: -5_000_000,
      clearingCents: 5_000_000,
      receipts: 1,
      payments: 1,
    })
  })

  test('the same key gets the same response and charges once', async () => {
    const id = await portal.given.invoice(accountId, `P3-${count}`)
    const first = await pay(paula, id, 'click-000001')
    const second = await pay(paula, id, 'click-000001')
    expect(second.json()).toEqual(first.json())
    expect(await charges(portal, id)).toHaveLength(1)
  })

  async function answersOf(calls: Promise<{ statusCode: number }>[]) {
    return (await Promise.all(calls)).map((answer) => answer.statusCode).sort()
  }

  test('a double click with one key makes one charge and two equal responses', async () => {
    const id = await portal.given.invoice(accountId, `P4-${count}`)
    expect(
      await answersOf([pay(paula, id, 'click-000002'), pay(paula, id, 'click-000002')]),
    ).toEqual([200, 200])
    expect(await charges(portal, id)).toHaveLength(1)
  })

  test('of 50 payers at once one pays and 49 are refused as already charged', async () => {
    const id = await portal.given.invoice(accountId, `P5-${count}`)
    const answers = await answersOf(Array.from({ length: 50 }, () => pay(paula, id)))
    expect(answers).toEqual([200, ...Array<number>(49).fill(409)])
    expect(await charges(portal, id)).toHaveLength(1)
    expect(await books(portal, accountId)).toMatchObject({
      states: ['succeeded'],
      receivableCents: -10_000,
      payments: 1,
      receipts: 1,
    })
  })
})

async function makeNewestCardDefault() {
  await portal.system.query(`update card set is_default = false where account_id = '${accountId}'`)
  await portal.system.query(`update card set is_default = true where account_id = '${accountId}'
    and created_at = (select max(created_at) from card where account_id = '${accountId}')`)
}
