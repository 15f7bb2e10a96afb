import { beforeEach, expect, test } from 'vitest'
import sql from 'sql-template-tag'
import type { AutoPayPlanAnswer } from '@portal/domain/payments/autopay.schema'
import type { NotAppliedAnswer } from '@portal/domain/payments/charges.schema'
import { givenPayer, takenFrom } from '../../../test/payments.ts'
import type { Browser } from '../../../test/portal.ts'
import { testPortal } from '../../../test/test-portal.ts'

const portal = testPortal()
let paula: Browser
let accountId: string
let reissued: string
let count = 0

/** An invoice is paid; then the books credit it in full and bill it again under another number. */
beforeEach(async () => {
  accountId = `NA${(count += 1)}`
  paula = await givenPayer(portal, accountId)
  const first = await portal.given.invoice(accountId, `${accountId}-old`)
  await pay(first)
  await portal.system.query(sql`update invoice set books_balance_cents = 0 where id = ${first}`)
  reissued = await portal.given.invoice(accountId, `${accountId}-new`)
})

const pay = (id: string, query = '') => paula.post(`/api/invoice/${id}/payment${query}`)
const notApplied = async (who = paula) =>
  (await who.get('/api/payment/not-applied')).json<NotAppliedAnswer>()
const plan = async () => (await paula.get('/api/payment/autopay/plan')).json<AutoPayPlanAnswer>()
const message = (answer: { json(): unknown }) => (answer.json() as { message: string }).message
const setCategory = (number: string, category: number) =>
  portal.system.query(sql`
    update invoice set invoice_category_id = ${category}
     where account_id = ${accountId} and invoice_number = ${number}`)

test('AutoPay skips the company and reports it', async () => {
  expect(await takenFrom(portal, accountId)).toEqual([10_000])
  const { days, notCovered } = await plan()
  expect(days).toEqual([])
  expect(notCovered.map((row) => [row.invoiceNumber, row.reason])).toEqual([
    [`${accountId}-new`, 'AutoPay waits: a payment of yours is not applied to your invoices yet'],
  ])
})

test('by hand the question names the money, and the answer to it pays', async () => {
  const asked = await pay(reissued)
  expect([asked.statusCode, message(asked)]).toEqual([
    409,
    `$100.00 that was paid by card for ${accountId}-old is not applied to your invoices yet. What you are about to pay may already be paid: please ask your provider if you are not sure. Do you want to pay it anyway?`,
  ])
  expect((await pay(reissued, '?notAppliedUntil=yes')).statusCode).toBe(400)
  expect((await pay(reissued, '?notAppliedUntil=2026-01-01T00:00:00Z')).statusCode).toBe(409)
  // A confirmation of another question does not count.
  expect((await pay(reissued, '?payAgainAfter=2099-01-01T00:00:00Z')).statusCode).toBe(409)
  expect(await takenFrom(portal, accountId)).toEqual([10_000])
  const found = await notApplied()
  expect(found).toMatchObject({ invoiceNumbers: [`${accountId}-old`], amount: 100 })
  expect((await pay(reissued, `?notAppliedUntil=${found?.at}`)).statusCode).toBe(200)
  expect(await takenFrom(portal, accountId)).toEqual([10_000, 10_000])
})

test('once a record contains the payment there is no question', async () => {
  await portal.system.query(sql`
    insert into invoice_portal_payment (account_id, invoice_id, payment_id, amount_cents)
    select account_id, ${reissued}, id, amount_cents from payment_attempt where account_id = ${accountId}`)
  await portal.system.query(
    sql`update invoice set books_balance_cents = 4000 where id = ${reissued}`,
  )
  expect(await notApplied()).toBeNull()
  expect((await plan()).days.length + (await plan()).notCovered.length).toBe(1)
  expect((await pay(reissued)).statusCode).toBe(200)
  expect(await takenFrom(portal, accountId)).toEqual([4_000, 10_000])
})

test('an invoice of a category the user does not hold is neither named nor added up', async () => {
  await setCategory(`${accountId}-old`, await portal.given.category('Secret'))
  expect(await notApplied()).toMatchObject({ invoiceNumbers: [], amount: 0 })
  expect(message(await pay(reissued))).toMatch(
    /^Money that your company paid by card is not applied/,
  )
})

test('a payment whose invoice does not exist here counts, and another company sees nothing of it', async () => {
  await portal.system.query(sql`
    update invoice set books_balance_cents = 10000
     where account_id = ${accountId} and invoice_number = ${`${accountId}-old`}`)
  expect(await notApplied()).toBeNull()
  const transaction = crypto.randomUUID()
  await portal.system.query(sql`
    with adopted as (
      insert into payment_attempt (account_id, invoice_number, amount_cents, currency, state, is_adopted, actor_name,
                                   ip_address, settled_at)
      values (${accountId}, 'LOST-1', 700, 'USD', 'succeeded', true, 'Ana', '::1', now()) returning account_id, id)
    insert into ledger_entry (account_id, transaction_id, ledger_account, payment_id, amount_cents, currency)
    select account_id, ${transaction}, side.name, id, side.cents, 'USD'
      from adopted, (values ('receivable', -700), ('card_clearing', 700)) side (name, cents)`)
  // Its category is unknown, so only users with every category see its number.
  expect(await notApplied()).toMatchObject({ invoiceNumbers: [], amount: 0 })
  const other = await givenPayer(portal, `${accountId}-B`)
  expect(await notApplied(other)).toBeNull()
})
