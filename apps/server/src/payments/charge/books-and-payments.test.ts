import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { importRecords } from '../../import/import-records.ts'
import { recordSource } from '../../import/sources.ts'
import { charges, givenPayer, untilCharging } from '../../../test/payments.ts'
import { startTestPortal, type Browser, type TestPortal } from '../../../test/portal.ts'
import { postPayments } from './post-payments.ts'

let portal: TestPortal
let paula: Browser
let accountId: string
let invoiceNumber: string
let count = 0

beforeAll(async () => {
  portal = await startTestPortal()
})
afterAll(() => portal.close())

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

/** The ERP sends the invoice, as it does every night. */
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
  const { id, balanceDue, hasBeenCharged } = (
    await paula.get(`/api/invoice/details/${invoiceNumber}`)
  ).json()
  return { id, balanceDue, hasBeenCharged }
}
const pay = async () =>
  (await paula.post(`/api/invoice/${(await invoice()).id}/payment`)).statusCode
const aMinuteLater = () =>
  portal.system.query(
    `update payment_attempt set settled_at = settled_at - interval '61 seconds' where account_id = $1`,
    [accountId],
  )

test('books that still show the old balance never make a charged invoice payable again', async () => {
  expect(await pay()).toBe(200)
  await booksSay(100)
  await booksSay(100, { name: 'Changed' })
  await booksSay(100, { hasBeenCharged: false, name: 'Changed again' })
  expect(await invoice()).toMatchObject({ hasBeenCharged: true, balanceDue: 100 })
  expect(await pay()).toBe(409)
})

test('books that show the payment end its pending state', async () => {
  await pay()
  await booksSay(0)
  expect(await invoice()).toMatchObject({ hasBeenCharged: false, balanceDue: 0 })
})

test('the portal posts a payment after a minute, once, and old books do not undo it', async () => {
  await pay()
  expect(await postPayments(portal.system, 'portal')).toBe(0)
  await aMinuteLater()
  // It waits for nobody: the provider's event may have the invoice just now.
  await expect.poll(() => postPayments(portal.system, 'portal'), { timeout: 10_000 }).toBe(1)
  expect(await postPayments(portal.system, 'portal')).toBe(0)
  expect(await invoice()).toMatchObject({ hasBeenCharged: false, balanceDue: 0 })
  await booksSay(100, { name: 'Old books' })
  expect(await invoice()).toMatchObject({ balanceDue: 0 })
  expect(await pay()).toBe(409)
  await booksSay(0)
  expect(await invoice()).toMatchObject({ balanceDue: 0 })
  // What the customer owes anew is payable: the first payment is in the books and counts once.
  await booksSay(40)
  expect(await invoice()).toMatchObject({ balanceDue: 40 })
  expect(await pay()).toBe(200)
  expect((await charges(portal, (await invoice()).id)).map((charge) => charge.amount)).toEqual([
    4000, 10_000,
  ])
})

test('two workers that post at once post once', async () => {
  await pay()
  await aMinuteLater()
  const postTwice = async () => {
    const posted = await Promise.all([postPayments(portal.system, 'portal'), postPayments(portal.system, 'portal')])
    return posted.reduce((sum, one) => sum + one)
  }
  let posted = 0
  await expect.poll(async () => (posted += await postTwice()), { timeout: 10_000 }).toBe(1)
  expect(await postTwice()).toBe(0)
  expect(await invoice()).toMatchObject({ balanceDue: 0 })
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
