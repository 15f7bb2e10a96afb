import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import sql from 'sql-template-tag'
import { itemsOf } from '../../../test/batches.ts'
import { books, givenPayer, releaseLeases, takenFrom } from '../../../test/payments.ts'
import { portalClock, type PortalClock } from '../../../test/portal-clock.ts'
import { startTestPortal, type Browser, type TestPortal } from '../../../test/portal.ts'
import { reconcile } from '../charge/reconcile.ts'
import { resumeBatches } from '../batch/resume-batches.ts'
import { endings } from '../charge/attempt.ts'
import { autoPayBounds } from './autopay-bounds.ts'
import { runAutoPay } from './run-autopay.ts'

const [day, nextDay] = ['2027-05-31', '2027-06-01']
let portal: TestPortal
let clock: PortalClock
let paula: Browser
let accountId: string
let dies = false
let count = 0

beforeAll(async () => {
  portal = await startTestPortal({}, (name) => {
    if (dies && name === 'opened') throw new Error('died when the payments were opened')
  })
  clock = await portalClock(portal)
})
afterAll(async () => {
  await clock.close()
  await portal.close()
})

/** A run at 23:50 whose process dies after it opened the first payment, before anything is sent. */
beforeEach(async () => {
  accountId = `MN${(count += 1)}`
  await clock.set(`${day}T09:00:00Z`)
  paula = await givenPayer(portal, accountId)
  await portal.given.invoice(accountId, `${accountId}-1`, { due: day, balance: 1000 })
  await portal.given.invoice(accountId, `${accountId}-2`, { due: day, balance: 2000 })
  await paula.post('/api/payment/autopay/enable')
  await clock.set(`${day}T23:50:00Z`)
  dies = true
  await runAutoPay(portal.deps, portal.system)
  dies = false
})

async function resume() {
  await releaseLeases(portal)
  await resumeBatches(portal.deps, portal.system, autoPayBounds)
}
async function items() {
  const { rows } = await portal.system.query<{ id: string }>(
    sql`select id from payment_batch where account_id = ${accountId}`,
  )
  return itemsOf(portal, rows[0]!.id)
}
const interrupted = `failed: ${endings.abandoned.message}`

test('before midnight an interrupted payment is opened once more', async () => {
  expect((await books(portal, accountId)).states).toEqual(['open'])
  await clock.set(`${day}T23:59:59Z`)
  await resume()
  expect(await items()).toEqual(['paid', 'paid'])
  expect(await takenFrom(portal, accountId)).toEqual([1000, 2000])
  expect((await books(portal, accountId)).states).toHaveLength(3)
})

test('after midnight it is not, however soon', async () => {
  await clock.set(`${nextDay}T00:00:00Z`)
  await resume()
  expect(await items()).toEqual([interrupted, 'not_tried: The day of this charge is over.'])
  expect(await takenFrom(portal, accountId)).toEqual([])
})

test('nor 15 minutes after its first opening, and never a third time', async () => {
  await portal.system.query(sql`
    update payment_attempt set created_at = created_at - interval '15 minutes'
     where account_id = ${accountId} and invoice_number = ${`${accountId}-1`}`)
  dies = true
  await resume()
  await resume()
  dies = false
  await resume()
  expect(await items()).toEqual([interrupted, interrupted])
  expect((await books(portal, accountId)).states).toEqual(['failed', 'failed', 'failed'])
  expect(await takenFrom(portal, accountId)).toEqual([])
})

test('a payment that was not opened before midnight is not opened after it', async () => {
  await portal.system.query(sql`
    update payment_attempt set state = 'failed', settled_at = now() where account_id = ${accountId}`)
  const late = await portal.given.invoice(accountId, `${accountId}-3`, { due: day, balance: 3000 })
  await portal.system.query(sql`
    insert into payment_batch_item (account_id, batch_id, position, invoice_id, amount_cents)
    select ${accountId}, id, 9, ${late}, 3000 from payment_batch where account_id = ${accountId}`)
  await clock.set(`${nextDay}T00:00:00Z`)
  await resume()
  expect((await items()).at(-1)).toBe('not_tried: The day of this charge is over.')
  expect(await takenFrom(portal, accountId)).toEqual([])
})

test('nor an invoice paid by hand in between, although the books demand the same amount again', async () => {
  await releaseLeases(portal)
  await reconcile(portal.deps, portal.system)
  const { rows } = await portal.system.query<{ id: string }>(sql`
    select id from invoice where account_id = ${accountId} and invoice_number = ${`${accountId}-1`}`)
  expect((await paula.post(`/api/invoice/${rows[0]!.id}/payment`)).statusCode).toBe(200)
  await portal.system.query(sql`
    insert into invoice_portal_payment (account_id, invoice_id, payment_id, amount_cents)
    select account_id, invoice_id, id, amount_cents from payment_attempt
     where account_id = ${accountId} and state = 'succeeded'`)
  await portal.system.query(sql`
    update invoice set amount_cents = 2000 where id = ${rows[0]!.id}`)
  await resume()
  expect(await items()).toEqual([
    "failed: Was paid after the day's charges were fixed, and is owed again",
    'paid',
  ])
  expect(await takenFrom(portal, accountId)).toEqual([1000, 2000])
})
