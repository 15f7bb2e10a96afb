import { beforeEach, expect, test } from 'vitest'
import type { PayAllPlan, PaymentBatch } from '@portal/domain/payments/charges.schema'
import { books, givenPayer, takenFrom } from '../../../test/payments.ts'
import type { Browser } from '../../../test/portal.ts'
import { testPortal } from '../../../test/test-portal.ts'

const portal = testPortal()
let paula: Browser
let accountId: string
let count = 0

beforeEach(async () => {
  accountId = `PS${++count}`
  paula = await givenPayer(portal, accountId)
})

const path = '/api/invoice/selected-invoices/payment'

/** An invoice of `nth` times 10.00; returns its id. */
async function given(nth: number, more: object = {}, company = accountId): Promise<string> {
  const number = `${company}-${nth}`
  await portal.given.invoice(company, number, { balance: nth * 1000, ...more })
  const { rows } = await portal.system.query<{ id: string }>(
    'select id::text from invoice where account_id = $1 and invoice_number = $2',
    [company, number],
  )
  return rows[0]!.id
}

const pay = (invoiceIds: readonly string[], { query = '', key = '' } = {}) =>
  paula.post(`${path}${query}`, {
    payload: { invoiceIds },
    headers: key ? { 'idempotency-key': key } : {},
  })
const askPlan = (invoiceIds: readonly string[]) =>
  paula.post(`${path}/plan`, { payload: { invoiceIds } })

test('invoices of other companies and hidden categories count as unknown', async () => {
  const own = await given(1)
  const hidden = await given(2, { category: 'Hardware' })
  await givenPayer(portal, `PX${count}`)
  const foreign = await given(3, {}, `PX${count}`)
  for (const ask of [pay, askPlan]) {
    expect((await ask([own, foreign])).statusCode).toBe(404)
    expect((await ask([own, hidden])).statusCode).toBe(404)
    expect((await ask([own, own])).statusCode).toBe(400)
  }
  expect((await books(portal, accountId)).states).toEqual([])
})

test('the plan names what is charged, and each of the others with its reason; then exactly that is charged', async () => {
  const first = await given(1)
  const euro = await given(2, { currency: 'EUR' })
  const paid = await given(3, { balance: 0 })
  const second = await given(4)
  // Not selected.
  await given(5)
  const selected = [first, euro, paid, second]
  const plan = (await askPlan(selected)).json<PayAllPlan>()
  expect(plan.charged.map(({ amount }) => amount)).toEqual([10, 40])
  expect(plan.amount).toBe(50)
  const reasons = plan.leftOut.map(({ invoiceNumber, reason }) => [invoiceNumber, reason])
  expect(Object.fromEntries(reasons)).toEqual({
    [`${accountId}-2`]: 'Only invoices in USD can be paid by card.',
    [`${accountId}-3`]: 'Nothing is left to pay.',
  })
  const answer = await pay(selected, { query: `?plan=${plan.tag}`, key: 'the-same-key' })
  expect(answer.json<PaymentBatch>()).toMatchObject({ isSelection: true, paid: 2, total: 2 })
  await pay(selected, { query: `?plan=${plan.tag}`, key: 'the-same-key' })
  expect((await takenFrom(portal, accountId)).toSorted()).toEqual([1000, 4000])
  const again = await pay(selected)
  expect([again.statusCode, again.json().message]).toEqual([409, 'No eligible invoices'])
  const later = (await askPlan([first])).json<PayAllPlan>()
  expect(later.leftOut.map(({ reason }) => reason)).toEqual([
    'A card payment of this invoice is in progress or being posted.',
  ])
})

test('a plan that is out of date charges nothing', async () => {
  const id = await given(1)
  const { tag } = (await askPlan([id])).json<PayAllPlan>()
  await portal.system.query(
    'update invoice set amount_cents = 2000, books_balance_cents = 2000 where account_id = $1',
    [accountId],
  )
  expect((await pay([id], { query: `?plan=${tag}` })).statusCode).toBe(409)
  expect((await books(portal, accountId)).states).toEqual([])
})

test('at once with another selection and with paying all, each invoice is charged once', async () => {
  const ids = [await given(1), await given(2), await given(3)]
  const answers = await Promise.all([
    pay(ids.slice(0, 2)),
    pay(ids.slice(1)),
    paula.post('/api/invoice/all-invoices/payment'),
    pay(ids.slice(0, 2)),
  ])
  for (const { statusCode } of answers) expect([200, 202, 409]).toContain(statusCode)
  const done = answers.filter(({ statusCode }) => statusCode !== 409)
  expect(done.length).toBeGreaterThanOrEqual(1)
  const refusals = answers.flatMap((one) => (one.statusCode === 409 ? [one.json().message] : []))
  for (const message of refusals)
    expect(message).toMatch(/^(Other invoices are being paid now|Another payment of|No eligible)/)
  const taken = await takenFrom(portal, accountId)
  expect(new Set(taken).size).toBe(taken.length)
})

test('waits for a batch of other invoices; and paying all waits for a selection', async () => {
  const id = await given(1)
  const other = await given(2)
  await portal.system.query(
    `with held as (insert into payment_batch (account_id, request_key, card_id, actor_account_id, actor_name, ip_address, lease_until)
     select account_id, 'held', id, account_id, 'Bo', '::1', now() + interval '1 hour' from card where account_id = $1 returning id)
     insert into payment_batch_item (account_id, batch_id, position, invoice_id, amount_cents)
     select $1, id, 1, $2, 2000 from held`,
    [accountId, other],
  )
  const others =
    'Other invoices are being paid now. Please wait until that has ended, and try again.'
  const selected = await pay([id])
  expect([selected.statusCode, selected.json().message]).toEqual([409, others])
  await portal.system.query('update payment_batch set is_selection = true where account_id = $1', [
    accountId,
  ])
  const all = await paula.post('/api/invoice/all-invoices/payment')
  expect([all.statusCode, all.json().message]).toEqual([409, others])
  expect(await takenFrom(portal, accountId)).toEqual([])
})
