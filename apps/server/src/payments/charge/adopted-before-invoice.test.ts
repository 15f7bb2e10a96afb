import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { forgottenPayment, givenPayer, takenFrom } from '../../../test/payments.ts'
import type { Browser } from '../../../test/portal.ts'
import { testPortal } from '../../../test/test-portal.ts'
import { invoiceRecord } from '../../import/import-fixture.ts'
import { importRecords } from '../../import/import-records.ts'
import { recordSource } from '../../import/sources.ts'
import { readBalances } from '../../invoices/owed.queries.ts'
import { withAccount } from '../../platform/database.ts'
import { bringIntoLine } from './bring-into-line.ts'

const portal = testPortal()
let payer: Browser
let accountId: string
let invoiceNumber: string
let count = 0

beforeAll(async () => {
  // Only the test itself reconciles its payments.
  await portal.sandbox.control('/webhooks', { drop: true })
})
beforeEach(async () => {
  accountId = `N${++count}`
  invoiceNumber = `N-${count}`
  payer = await givenPayer(portal, accountId)
})

/** The invoice of the payment was lost, too. */
const forgotten = (amountCents: number) =>
  forgottenPayment(portal, { accountId, invoiceNumber, amountCents })

const take = (fields: Record<string, unknown> = {}) =>
  importRecords(portal.system, [
    recordSource('test.ndjson', [
      invoiceRecord({
        accountId,
        invoiceNumber,
        invoiceCategory: 'Licenses',
        portalPayments: [],
        ...fields,
      }),
    ]),
  ])

const balances = () =>
  withAccount(portal.deps.paymentsDb, accountId, (tx) => readBalances(tx, accountId))

async function pay(): Promise<number> {
  const { rows } = await portal.system.query<{ id: string }>(
    'select id::text as id from invoice where invoice_number = $1',
    [invoiceNumber],
  )
  return (await payer.post(`/api/invoice/${rows[0]!.id}/payment`)).statusCode
}

test('an adopted payment counts from the moment its invoice arrives', async () => {
  const { attemptId } = await bringIntoLine(portal.deps, await forgotten(4000), 'look')
  await take()
  await portal.system.query('update payment_attempt set posted_at = now() where id = $1', [
    attemptId,
  ])
  expect(await balances()).toMatchObject([{ balanceDueCents: 6000, isOnHold: false }])
  expect(await pay()).toBe(200)
  expect(await takenFrom(portal, accountId)).toEqual([4000, 6000])
})

test('a payment adopted while an import inserts its invoice is counted', async () => {
  const intent = await forgotten(10_000)
  const importing = await portal.system.connect()
  await importing.query('begin')
  await importing.query(`select pg_advisory_xact_lock(hashtext('portal import'))`)
  const adopting = bringIntoLine(portal.deps, intent, 'look')
  await sleep(300)
  await importing.query(
    `insert into invoice (account_id, invoice_number, invoice_category_id, invoice_date, currency, amount_cents,
                          books_balance_cents, names_payments)
     select $1, $2, min(invoice_category_id), '2026-11-01', 'USD', 10000, 10000, true from invoice_category`,
    [accountId, invoiceNumber],
  )
  await importing.query('commit')
  importing.release()
  await adopting
  expect(await pay()).toBe(409)
  expect(await takenFrom(portal, accountId)).toEqual([10_000])
})
