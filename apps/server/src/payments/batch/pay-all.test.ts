import { beforeEach, describe, expect, test } from 'vitest'
import sql from 'sql-template-tag'
import type { PaymentBatch } from '@portal/domain/payments/charges.schema'
import { books, charges, givenPayer, untilCharging } from '../../../test/payments.ts'
import type { Browser } from '../../../test/portal.ts'
import { testPortal } from '../../../test/test-portal.ts'
import { batchItems } from './batches.queries.ts'

const portal = testPortal()
let paula: Browser
let accountId: string
let count = 0

beforeEach(async () => {
  accountId = `B${++count}`
  paula = await givenPayer(portal, accountId)
})

const payAll = (who: Browser, key?: string) =>
  who.post('/api/invoice/all-invoices/payment', { headers: key ? { 'idempotency-key': key } : {} })

const invoices = (howMany: number) =>
  Promise.all(
    Array.from({ length: howMany }, (_, index) =>
      portal.given.invoice(accountId, `B${count}-${index}`),
    ),
  )

async function done(who: Browser, id: string): Promise<PaymentBatch> {
  for (;;) {
    const answer = await who.get(`/api/invoice/all-invoices/payment/${id}`)
    expect(answer.statusCode).toBe(200)
    const batch = answer.json<PaymentBatch>()
    if (batch.status === 'done') return batch
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

describe('refused', () => {
  test('a stranger and a missing permission start nothing', async () => {
    await invoices(1)
    await portal.given.user(`ana${count}@b.example`, accountId, ['AccessInvoices'], ['Licenses'])
    const ana = await portal.signIn(`ana${count}@b.example`)
    expect((await payAll(portal.stranger)).statusCode).toBe(401)
    expect((await payAll(ana)).statusCode).toBe(403)
    expect(await (await paula.get('/api/invoice/all-invoices/payment')).json()).toBeNull()
  })

  test('nothing eligible, and no card, say so and leave no batch behind', async () => {
    const empty = await payAll(paula)
    expect([empty.statusCode, empty.json().message]).toEqual([409, 'No eligible invoices'])
    await invoices(1)
    await portal.system.query(
      `update card set is_default = false, removed_at = now() where account_id = '${accountId}'`,
    )
    expect((await payAll(paula)).json().message).toMatch(/no default card/)
    expect((await paula.get('/api/invoice/all-invoices/payment')).json()).toBeNull()
  })

  test('another company cannot see a batch', async () => {
    await invoices(1)
    const { id } = (await payAll(paula)).json<PaymentBatch>()
    const other = await givenPayer(portal, `O${count}`)
    expect((await other.get(`/api/invoice/all-invoices/payment/${id}`)).statusCode).toBe(404)
  })
})

describe('paid', () => {
  test('charges only what the rule allows', async () => {
    const { given } = portal
    await invoices(1)
    await given.invoice(accountId, `L${count}`, { balance: 5_000_000 })
    await given.invoice(accountId, `N1-${count}`, { balance: 5_000_001 })
    await given.invoice(accountId, `N2-${count}`, { currency: 'EUR' })
    await given.invoice(accountId, `N3-${count}`, { charged: true })
    await given.invoice(accountId, `N4-${count}`, { balance: -100 })
    await given.invoice(accountId, `N5-${count}`, { balance: 0 })
    await given.invoice(accountId, `N6-${count}`, { category: 'Unseen' })
    const answer = await payAll(paula)
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toMatchObject({
      status: 'done',
      total: 2,
      paid: 2,
      paidAmount: 50_100,
      failed: [],
    })
    const paidIds = (await charges(portal)).map((charge) => charge.metadata)
    const ours = paidIds.filter((of) => of.account === accountId).map((of) => of.invoice)
    expect(ours.sort()).toEqual([`B${count}-0`, `L${count}`])
  })

  test('one mail reports the whole batch', async () => {
    await invoices(3)
    await payAll(paula)
    const { rows } = await portal.system.query(
      `select about, subject from mail where account_id = $1`,
      [accountId],
    )
    expect(rows).toEqual([
      { about: expect.stringMatching(/^batch /), subject: 'Payment of 3 invoices: 3 paid' },
    ])
  })

  test('one decline does not affect the rest, and shows its reason', async () => {
    const [first, second, third] = await invoices(3)
    await portal.sandbox.control('/faults', {
      method: 'POST',
      path: '/v1/payment_intents$',
      times: 1,
      kind: 'latency',
      ms: 300,
    })
    // Another person pays the invoice before the batch reaches it.
    await portal.system.query(`update invoice set charged_in_books = true where id = ${third}`)
    const batch = await done(paula, (await payAll(paula)).json<PaymentBatch>().id)
    expect(batch).toMatchObject({ total: 2, paid: 2 })
    await portal.system.query(`update invoice set charged_in_books = false where id = ${third}`)
    await paula.send('POST', '/api/payment/card?stripeToken=pm_card_chargeCustomerFail')
    await portal.system.query(
      `update card set is_default = false where account_id = '${accountId}'`,
    )
    await portal.system.query(
      `update card set is_default = true where account_id = '${accountId}' and last4 = '0341'`,
    )
    const declined = await done(paula, (await payAll(paula)).json<PaymentBatch>().id)
    expect(declined).toMatchObject({
      total: 1,
      paid: 0,
      failed: [{ invoiceNumber: `B${count}-2`, message: 'Your card was declined.' }],
    })
    for (const id of [first!, second!]) expect(await charges(portal, id)).toHaveLength(1)
    expect(await charges(portal, third)).toEqual([])
  })

  test('the same key finds its batch again instead of paying newer invoices', async () => {
    await invoices(1)
    const first = (await payAll(paula, 'all-000001')).json<PaymentBatch>()
    await portal.given.invoice(accountId, `NEW-${count}`)
    expect((await payAll(paula, 'all-000001')).json()).toEqual(first)
  })
})

describe('raced', () => {
  test('paying all ten times at once is one batch, and each invoice is charged once', async () => {
    const ids = await invoices(6)
    const answers = await Promise.all(Array.from({ length: 10 }, () => payAll(paula)))
    const batches = new Set(answers.map((answer) => answer.json<PaymentBatch>().id))
    expect(batches.size).toBe(1)
    expect(await done(paula, [...batches][0]!)).toMatchObject({ total: 6, paid: 6 })
    for (const id of ids) expect(await charges(portal, id)).toHaveLength(1)
  })

  // Whoever is first takes most invoices; alone, paying each leaves nothing to a late batch.
  test.each([0, 100, 200])(
    'paying each %i ms after paying all: every invoice is charged once, by one or the other',
    async (later) => {
      const ids = await invoices(12)
      const [all, ...each] = await Promise.all([
        payAll(paula),
        ...ids.map(async (id, index) => {
          await new Promise((resolve) => setTimeout(resolve, (index * later) / 6))
          return paula.post(`/api/invoice/${id}/payment`)
        }),
      ])
      const paidByAll =
        all.statusCode === 409 && all.json().message === 'No eligible invoices'
          ? 0
          : (await done(paula, all.json<PaymentBatch>().id)).paid
      const paidAlone = each.filter((answer) => answer.statusCode === 200).length
      expect(each.every((answer) => [200, 409].includes(answer.statusCode))).toBe(true)
      expect(paidAlone + paidByAll).toBe(12)
      for (const id of ids) expect(await charges(portal, id)).toHaveLength(1)
      expect((await books(portal, accountId)).receivableCents).toBe(-120_000)
    },
  )

  test('a payer who loses the permission while paying all starts no further charge', async () => {
    await invoices(12)
    await portal.sandbox.control('/faults', {
      method: 'POST',
      path: '/v1/payment_intents$',
      times: 12,
      kind: 'latency',
      ms: 400,
    })
    const all = payAll(paula)
    await untilCharging(portal, accountId)
    await portal.system.query(
      `update portal_user set permissions = '{AccessInvoices}' where account_id = $1`,
      [accountId],
    )
    await all
    const { rows } = await portal.system.query<{ state: string; count: number }>(
      sql`select state, count(*) from ${batchItems} t where t.account_id = ${accountId} group by state`,
    )
    const counts = Object.fromEntries(rows.map((row) => [row.state, row.count]))
    expect(counts.paid ?? 0).toBeLessThan(12)
    expect(counts.failed).toBeGreaterThan(0)
  })
})
