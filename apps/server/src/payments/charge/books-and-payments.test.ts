import { beforeEach, expect, test } from 'vitest'
import { importRecords } from '../../import/import-records.ts'
import { recordSource } from '../../import/sources.ts'
import { charges, givenPayer, untilCharging } from '../../../test/payments.ts'
import type { Browser } from '../../../test/portal.ts'
import { testPortal } from '../../../test/test-portal.ts'
import { postPayments } from './post-payments.ts'

const portal = testPortal()
let paula: Browser
let accountId: string
let invoiceNumber: string
let count = 0

beforeEach(async () => {
  accountId = `W${++count}`
  invoiceNumber = `W-${count}`
  paula = await givenPayer(portal, accountId)
  await booksSay(100)
  await portal.system.query(
    `insert into user_category select u.account_id, u.id, i.invoice_category_id from portal_user u join invoice i using (account_id)
      where u.account_id = $1 on conflict do nothing`,
    [accountId],
  )
})

/** The ERP sends the invoice, as it does every night. By default it names no payments. */
async function booksSay(balanceDue: number, more: object = {}) {
  const record = {
    record: 'invoice',
    invoiceNumber,
    accountId,
    date: '2026-11-01',
    amount: 100,
    balanceDue,
    currencyIsoCode: 'USD',
    invoiceType: 'Licenses',
    ...more,
  }
  const report = await importRecords(portal.system, [recordSource('erp', [record])], {})
  expect(report.outcome).toBe('loaded')
}

const invoice = async () => {
  const { id, balanceDue, hasBeenCharged, isOnHold } = (
    await paula.get(`/api/invoice/details/${invoiceNumber}`)
  ).json()
  return { id, balanceDue, hasBeenCharged, isOnHold }
}
const pay = async () =>
  (await paula.post(`/api/invoice/${(await invoice()).id}/payment`)).statusCode
const aMinuteLater = () =>
  portal.system.query(
    `update payment_attempt set settled_at = settled_at - interval '61 seconds' where account_id = $1`,
    [accountId],
  )
/** An invoice locked by the provider's event waits for the next round. */
async function posted(posting: 'portal' | 'erp' = 'portal') {
  const unposted = async () => {
    await postPayments(portal.system, posting)
    const { rows } = await portal.system.query(
      `select id from payment_attempt where account_id = $1 and state = 'succeeded' and posted_at is null`,
      [accountId],
    )
    return rows.length
  }
  await expect.poll(unposted, { timeout: 10_000 }).toBe(0)
}
/** The portal's payments of the invoice as the books name them, newest last. */
async function payments(...amounts: number[]) {
  const { rows } = await portal.system.query<{ id: string }>(
    `select id from payment_attempt where account_id = $1 and state = 'succeeded' order by created_at`,
    [accountId],
  )
  return { portalPayments: amounts.map((amount, nth) => ({ id: rows[nth]!.id, amount })) }
}
/** Every sum and list of amounts still to be paid. */
async function toPay() {
  const json = async (path: string) => (await paula.get(path)).json()
  const totals = (one: { currencies: { USD: { total: number } } }) => one.currencies.USD.total
  return {
    aging: (await json('/api/invoice/aging')).subsidiaries.map(totals),
    pastDue: await json('/api/invoice/pastDue'),
    eligible: (await json('/api/invoice/unpaidEligibleInvoices')).map(
      ({ balanceDue }: { balanceDue: number }) => balanceDue,
    ),
    planReasons: (await json('/api/payment/autopay/plan')).notCovered.map(
      ({ reason }: { reason: string }) => reason,
    ),
  }
}
const pending = ['A payment is in progress or being posted']
const charged = async () =>
  (await charges(portal, (await invoice()).id)).map(({ amount }) => amount).reverse()

test('books that still show the old balance never make a charged invoice payable again', async () => {
  expect(await pay()).toBe(200)
  await booksSay(100)
  await booksSay(100, { name: 'Changed' })
  await booksSay(100, { hasBeenCharged: false, name: 'Changed again' })
  expect(await invoice()).toMatchObject({ hasBeenCharged: true, balanceDue: 100 })
  await booksSay(100, { portalPayments: [] })
  expect(await invoice()).toMatchObject({ hasBeenCharged: true, balanceDue: 100 })
  expect(await pay()).toBe(409)
  expect(await toPay()).toEqual({ aging: [], pastDue: false, eligible: [], planReasons: pending })
})

test('a record that contains the payment posts it, and what it leaves is payable at once', async () => {
  await booksSay(60)
  expect(await pay()).toBe(200)
  await booksSay(40, { dueDate: '2026-11-02', ...(await payments(60)) })
  expect(await invoice()).toMatchObject({ hasBeenCharged: false, balanceDue: 40 })
  expect(await toPay()).toMatchObject({ aging: [40], pastDue: true, eligible: [40] })
  await posted('erp')
  expect(await pay()).toBe(200)
  expect(await charged()).toEqual([6000, 4000])
})

test('with PORTAL_POSTING=erp the portal posts nothing that no record contains', async () => {
  await booksSay(100, { portalPayments: [] })
  await pay()
  await aMinuteLater()
  expect(await postPayments(portal.system, 'erp')).toBe(0)
  expect(await invoice()).toMatchObject({ hasBeenCharged: true, balanceDue: 100 })
})

test('the portal posts a payment after a minute, once, and old books do not undo it', async () => {
  await pay()
  await postPayments(portal.system, 'portal')
  expect(await invoice()).toMatchObject({ hasBeenCharged: true, balanceDue: 100 })
  await aMinuteLater()
  await posted()
  expect(await postPayments(portal.system, 'portal')).toBe(0)
  expect(await invoice()).toMatchObject({ hasBeenCharged: false, balanceDue: 0 })
  await booksSay(100, { name: 'Old books' })
  expect(await invoice()).toMatchObject({ balanceDue: 0 })
  expect(await pay()).toBe(409)
  await booksSay(0)
  expect(await invoice()).toMatchObject({ balanceDue: 0 })
  // Books that name no payments cannot show whether $0.40 is the rest of the payment or a new
  // demand.
  await booksSay(40)
  expect(await pay()).toBe(409)
  await booksSay(40, { amount: 140, ...(await payments(100)) })
  expect(await invoice()).toMatchObject({ balanceDue: 40 })
  expect(await pay()).toBe(200)
  expect(await charged()).toEqual([10_000, 4000])
})

test('two workers that post at once post once', async () => {
  await pay()
  await aMinuteLater()
  const postTwice = async () => {
    const post = () => postPayments(portal.system, 'portal')
    const numbers = await Promise.all([post(), post()])
    return numbers.reduce((sum, one) => sum + one)
  }
  let count = 0
  await expect.poll(async () => (count += await postTwice()), { timeout: 10_000 }).toBe(1)
  expect(await postTwice()).toBe(0)
  expect(await invoice()).toMatchObject({ balanceDue: 0 })
})

test.each([['books that name payments'], ['books that name no payments']])(
  'B1: an invoice of 100 is charged 100 whatever balances %s send',
  async (kind) => {
    const names = kind === 'books that name payments'
    const say = async (balance: number, ...amounts: number[]) =>
      booksSay(balance, { amount: 100, ...(names && (await payments(...amounts))) })
    await say(90)
    expect(await pay()).toBe(200)
    await aMinuteLater()
    await posted()
    // The clerk reverses a credit of $0.10: the record contains no payment yet.
    await say(100)
    expect(await pay()).toBe(names ? 200 : 409)
    await aMinuteLater()
    await posted()
    await say(0, ...(names ? [90, 10] : []))
    expect(await pay()).toBe(409)
    await say(100)
    expect(await pay()).toBe(409)
    await say(10, ...(names ? [90] : []))
    expect(await pay()).toBe(409)
    expect(await charged()).toEqual(names ? [9000, 1000] : [9000])
  },
)

test('B1: an old file changes nothing', async () => {
  const naming = { portalPayments: [] }
  await booksSay(100, { ...naming, asOf: '2026-11-01T00:00:00Z' })
  await pay()
  await booksSay(0, { ...(await payments(100)), asOf: '2026-11-03T00:00:00Z' })
  await booksSay(100, { ...naming, amount: 200, asOf: '2026-11-02T00:00:00Z' })
  expect(await invoice()).toMatchObject({ balanceDue: 0, hasBeenCharged: false })
  expect(await pay()).toBe(409)
  expect(await charged()).toEqual([10_000])
})

test('B2: paid 98, then the books raise the invoice: the rest is owed', async () => {
  await booksSay(98, { amount: 98, portalPayments: [] })
  expect(await pay()).toBe(200)
  await aMinuteLater()
  await posted()
  await booksSay(52, { amount: 150, ...(await payments(98)) })
  expect(await invoice()).toMatchObject({ balanceDue: 52, hasBeenCharged: false })
  await booksSay(150, { amount: 150, portalPayments: [] })
  expect(await invoice()).toMatchObject({ balanceDue: 52, hasBeenCharged: false })
  expect(await pay()).toBe(200)
  expect(await charged()).toEqual([9800, 5200])
})

test('books that do not explain a payment within ten days put the invoice on hold', async () => {
  await pay()
  await aMinuteLater()
  await posted()
  await booksSay(70)
  await portal.system.query(
    `update payment_attempt set settled_at = now() - interval '10 days' where account_id = $1`,
    [accountId],
  )
  expect(await invoice()).toMatchObject({ isOnHold: true, hasBeenCharged: true, balanceDue: 70 })
  const { id } = await invoice()
  const answer = await paula.post(`/api/invoice/${id}/payment`)
  expect([answer.statusCode, answer.json().message]).toEqual([
    409,
    expect.stringContaining('being reconciled with your provider'),
  ])
  const reasons = ['Is being reconciled with your provider']
  expect(await toPay()).toEqual({ aging: [], pastDue: false, eligible: [], planReasons: reasons })
  await booksSay(70, { amount: 170, ...(await payments(100)) })
  expect(await invoice()).toMatchObject({ isOnHold: false, hasBeenCharged: false, balanceDue: 70 })
})

test('an import in the middle of a payment neither loses it nor charges it twice', async () => {
  await portal.sandbox.control('/faults', {
    method: 'POST',
    path: '/v1/payment_intents$',
    times: 1,
    kind: 'slow_execute',
    ms: 600,
  })
  const paying = pay()
  await untilCharging(portal, accountId)
  await booksSay(100, { name: 'Imported while paying' })
  expect(await paying).toBe(200)
  expect(await invoice()).toMatchObject({ hasBeenCharged: true })
  expect(await pay()).toBe(409)
  expect(await charges(portal, (await invoice()).id)).toHaveLength(1)
})
