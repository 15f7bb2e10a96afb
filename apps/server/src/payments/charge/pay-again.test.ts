import { beforeEach, expect, test, vi } from 'vitest'
import sql from 'sql-template-tag'
import type { AutoPayPlanAnswer } from '@portal/domain/payments/autopay.schema'
import type { InvoiceDetail } from '@portal/domain/invoices/invoices.schema'
import {
  givenPayer,
  keepRefundsPending,
  refundOf,
  takenFrom,
  useCard,
} from '../../../test/payments.ts'
import type { Browser } from '../../../test/portal.ts'
import { testClock, testPortal } from '../../../test/test-portal.ts'
import { runAutoPay } from '../autopay/run-autopay.ts'

const portal = testPortal()
const clock = testClock(portal)
let paula: Browser
let accountId: string
let invoiceId: string
let count = 0

beforeEach(async () => {
  accountId = `PA${(count += 1)}`
  paula = await givenPayer(portal, accountId)
  invoiceId = await portal.given.invoice(accountId, `PA-${count}`)
  await portal.sandbox.control('/webhooks', { drop: false, delayMs: 0 })
})

const today = () =>
  new Intl.DateTimeFormat('en-US', {
    timeZone: 'UTC',
    month: '2-digit',
    day: '2-digit',
    year: 'numeric',
  }).format()

const refund = (cents?: number) => refundOf(portal, invoiceId, cents)
const pay = (query = '') => paula.post(`/api/invoice/${invoiceId}/payment${query}`)
const payAll = () => paula.post('/api/invoice/all-invoices/payment')
const invoice = async () =>
  (await paula.get(`/api/invoice/details/PA-${count}`)).json<InvoiceDetail>()
const untilMoneyBack = (kind: string) =>
  vi.waitFor(async () => expect((await invoice()).moneyBack).toMatchObject({ kind }), 5000)
const message = (answer: { json(): unknown }) => (answer.json() as { message: string }).message

/**
 * The books demand the whole invoice again, which proves nothing: a goodwill refund looks the same.
 */
async function booksShowItOpen() {
  await portal.system.query(sql`
    insert into invoice_portal_payment (account_id, invoice_id, payment_id, amount_cents)
    select account_id, invoice_id, id, payment_net_cents(account_id, id) from payment_attempt
     where account_id = ${accountId} and state = 'succeeded'`)
  await portal.system.query(sql`
    update invoice set books_balance_cents = 10000, names_payments = true where account_id = ${accountId}`)
}

/** AutoPay's next day, on which all invoices are overdue, and after the time of every refund. */
async function autoPayDay() {
  await clock.set('2027-03-10T09:00:00Z')
  await portal.system.query(
    sql`update invoice set due_date = '2027-03-01' where account_id = ${accountId}`,
  )
  // Not overdue: that rule is not under test.
  await portal.system.query(sql`
    insert into autopay_enrolment (account_id, actor_id, actor_account_id, actor_name, ip_address, terms_version, terms)
    select ${accountId}, id, ${accountId}, 'Paula', '::1', 'test', 'test'
      from portal_user where account_id = ${accountId}`)
  expect(await runAutoPay(portal.deps, portal.system)).toBeGreaterThan(0)
  await clock.set('2027-03-10T21:00:00Z')
  expect(await runAutoPay(portal.deps, portal.system)).toBeGreaterThan(0)
  await clock.release()
}

const plan = async () => (await paula.get('/api/payment/autopay/plan')).json<AutoPayPlanAnswer>()

test('B3: refunded money is not charged again by AutoPay or pay-all', async () => {
  expect((await pay()).statusCode).toBe(200)
  await refund(2_050)
  await untilMoneyBack('partlyRefunded')
  await booksShowItOpen()
  expect((await plan()).notCovered).toMatchObject([{ reason: `Partly refunded on ${today()}` }])
  await autoPayDay()
  const all = await payAll()
  expect([all.statusCode, message(all)]).toEqual([409, 'No eligible invoices'])
  expect(await takenFrom(portal, accountId)).toEqual([10_000])
})

test('B4: a lost dispute is not charged again', async () => {
  await useCard(paula, 'pm_card_createDispute')
  expect((await pay()).statusCode).toBe(200)
  await untilMoneyBack('disputed')
  await booksShowItOpen()
  const open = await pay(`?payAgainAfter=${new Date().toISOString()}`)
  expect([open.statusCode, message(open)]).toEqual([
    409,
    'A payment of this invoice is disputed. It can be paid by card when that is settled.',
  ])
  const { data } = await portal.sandbox.provider<{ data: { id: string }[] }>('/disputes?limit=1')
  await portal.sandbox.control(`/disputes/${data[0]!.id}`, { status: 'lost' })
  await untilMoneyBack('chargedBack')
  expect((await plan()).notCovered).toMatchObject([{ reason: `Charged back on ${today()}` }])
  await autoPayDay()
  expect((await payAll()).statusCode).toBe(409)
  expect(await takenFrom(portal, accountId)).toEqual([10_000])
})

test('by hand a refunded invoice is paid after a question, and only the shown amount', async () => {
  await pay()
  await refund(2_000)
  await untilMoneyBack('partlyRefunded')
  await booksShowItOpen()
  const asked = await pay()
  expect([asked.statusCode, message(asked)]).toEqual([
    409,
    `Partly refunded on ${today()}. You do not need to pay this invoice unless you were asked to again. Do you want to pay it anyway?`,
  ])
  for (const bad of ['yes', '2026-11-22', ''])
    expect((await pay(`?payAgainAfter=${bad}`)).statusCode, bad).toBe(400)
  // Long before the refund: the payer confirmed another one.
  expect((await pay('?payAgainAfter=2026-01-01T00:00:00Z')).statusCode).toBe(409)
  expect(await takenFrom(portal, accountId)).toEqual([10_000])
  const { moneyBack } = await invoice()
  const answers = await Promise.all([1, 2].map(() => pay(`?payAgainAfter=${moneyBack?.at}`)))
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
  expect(await takenFrom(portal, accountId)).toEqual([10_000, 10_000])
})

test('a refund whose webhook was lost is found before the invoice is paid by hand', async () => {
  await pay()
  await booksShowItOpen()
  await portal.sandbox.control('/webhooks', { drop: true })
  await refund(2_000)
  expect((await invoice()).moneyBack).toBeNull()
  const asked = await pay()
  expect([asked.statusCode, message(asked).slice(0, 15)]).toEqual([409, 'Partly refunded'])
  expect((await invoice()).moneyBack).toMatchObject({ kind: 'partlyRefunded' })
  expect(await takenFrom(portal, accountId)).toEqual([10_000])
})

test('when earlier payments cannot be checked, nothing is charged', async () => {
  await pay()
  await booksShowItOpen()
  await portal.sandbox.control('/faults', {
    method: 'GET',
    path: '/v1/refunds',
    times: 1,
    kind: 'status',
    status: 503,
  })
  expect((await pay()).statusCode).toBe(503)
  expect(await takenFrom(portal, accountId)).toEqual([10_000])
})

test('while a refund is pending the invoice is not paid, even after a question', async () => {
  await keepRefundsPending(portal)
  await useCard(paula, 'pm_card_pendingRefund')
  await pay()
  const { id } = await refund(2_000)
  await untilMoneyBack('refundPending')
  await booksShowItOpen()
  const refused = await pay(`?payAgainAfter=${new Date(Date.now() + 60_000).toISOString()}`)
  expect([refused.statusCode, message(refused)]).toEqual([
    409,
    'A refund of this invoice is in progress. It can be paid by card when that is settled.',
  ])
  expect((await payAll()).statusCode).toBe(409)
  await portal.sandbox.control(`/refunds/${id}`, { status: 'failed' })
  await vi.waitFor(async () => expect((await invoice()).moneyBack).toBeNull(), 5000)
  expect(await takenFrom(portal, accountId)).toEqual([10_000])
})

test('a refund after pay-all started leaves the invoice out', async () => {
  await pay()
  await booksShowItOpen()
  const others = await portal.given.invoice(accountId, `PA-${count}-other`)
  await portal.system.query(sql`
    with batch as (
      insert into payment_batch (account_id, request_key, card_id, actor_id, actor_account_id, actor_name, ip_address)
      select ${accountId}, 'key', c.id, u.id, ${accountId}, 'Paula', '::1'
        from card c join portal_user u using (account_id) where account_id = ${accountId}
   returning id)
    insert into payment_batch_item (account_id, batch_id, position, invoice_id, amount_cents)
    select ${accountId}, batch.id, nth, invoice_id, 10_000_000
      from batch, unnest(${[invoiceId, others]}::bigint[]) with ordinality as t (invoice_id, nth)`)
  await refund(2_000)
  await untilMoneyBack('partlyRefunded')
  const batch = (await payAll()).json<{ paid: number; failed: object[] }>()
  expect(batch).toMatchObject({
    paid: 1,
    failed: [{ invoiceNumber: `PA-${count}`, message: `Partly refunded on ${today()}` }],
  })
})
