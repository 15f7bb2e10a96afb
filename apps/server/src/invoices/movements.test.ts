import { Readable } from 'node:stream'
import { raw } from 'sql-template-tag'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { accountText } from '../../test/invoices/account-text.ts'
import { statementBooks } from '../../test/invoices/statement-books.ts'
import { forgottenPayment } from '../../test/payments/payments.ts'
import { testPayer } from '../../test/payments/payer.ts'
import { writePayment } from '../../test/portal/books.ts'
import { isWaitedFor } from '../../test/portal/is-waited-for.ts'
import { testClock, testPortal } from '../../test/portal/test-portal.ts'
import { importInTransaction, importRecords } from '../import/import-records.ts'
import { recordSource } from '../import/sources.ts'
import { inTransaction, type Tx } from '../platform/database/database.ts'
import { applyAlignment } from '../payments/charge/apply-alignment.ts'
import { storeCalendar } from '../platform/database/business-calendar.ts'
import { bookInvoice } from './book-movements.ts'
import { closeDays } from './close-days.ts'

const portal = testPortal()
const clock = testClock(portal)
const paula = testPayer(portal, 'M', { invoice: false })
const number = () => paula.number()

beforeAll(() =>
  storeCalendar(portal.database.ownerUrl, {
    businessTimeZone: 'America/Chicago',
    booksDayHour: 6,
  }),
)
beforeEach(async () => {
  await clock.set('2026-10-05T18:00Z')
  await portal.owner.query(`update portal_instance set closed_through = '-infinity'`)
})

const { recordOf, missing, books, read, account } = statementBooks({
  portal,
  clock,
  company: () => paula.accountId,
})
const october = ['2026-10-01', '2026-10-31'] as const

test('a day stays open for an import that began before midnight, and then closes', async () => {
  await books('2026-09-20T18:00Z', { date: '2026-09-20' })
  // Midnight in Chicago: 09/30 ended three whole days ago.
  await clock.set('2026-10-04T04:59Z')
  let closing = Promise.resolve(0)
  async function* overMidnight() {
    const invoice = recordOf({ invoiceNumber: paula.number(2), date: '2026-09-30' })
    yield Buffer.from(`${JSON.stringify(invoice)}\n`)
    await clock.set('2026-10-04T05:01Z')
    closing = closeDays(portal.system)
    await vi.waitUntil(async () => (await waitsForTurn()) > 0, 5000)
  }
  await importRecords(portal.system, [{ name: 'feed', open: () => Readable.from(overMidnight()) }])
  await closing
  const final = await read('2026-09-01', '2026-09-30')
  expect([final.openFrom, accountText(final)]).toEqual([null, '0, Invoices (2) 2800, 2800'])
})

const waitsForTurn = async () =>
  (await portal.system.query(`select from pg_locks where locktype = 'advisory' and not granted`))
    .rowCount!

test('a payment that is adopted before its invoice arrives', async () => {
  const { accountId } = paula
  const payment = { accountId, invoiceNumber: number(), amountCents: 140_000 }
  await applyAlignment(portal.deps, await forgottenPayment(portal, payment), 'comparison')
  await clock.set('2026-10-07T18:00Z')
  expect(await account(...october)).toBe('')
  await books('2026-10-08T18:00Z', {})
  expect(await account('2026-10-01', '2026-10-05')).toBe(
    '0, Invoices (1) 1400, Card payments (1) -1400, 0',
  )
})

test('an invoice that is issued again under another number while its payment is not applied', async () => {
  await books('2026-10-05T18:00Z', {})
  const id = await writePayment(
    portal.system,
    number(),
    140_000,
    true,
    new Date('2026-10-06T18:00Z'),
  )
  await missing()
  const again = { invoiceNumber: paula.number(2), date: '2026-10-07' }
  await books('2026-10-07T18:00Z', { amount: '0', balanceDue: '0' }, again)
  const both = '0, Invoices (2) 2800, Corrections (1) -1400, Card payments (1) -1400'
  expect(await account(...october)).toBe(`${both}, 0, pending 0, not applied 1400, due 1400`)
  const applied = { balanceDue: '0', portalPayments: [{ id, amount: '1400.00' }] }
  await books('2026-10-08T18:00Z', { ...again, ...applied })
  const matched = 'Refunded and not due again, or paid for another invoice'
  expect(await account(...october)).toBe(`${both}, ${matched} (2) 0, 0`)
})

test('a category that is deleted after its last invoice leaves the lines', async () => {
  await books('2026-10-05T18:00Z', { invoiceCategory: 'Short' })
  const key = String(await portal.given.category('Short'))
  await books('2026-10-06T18:00Z', { record: 'delete', kind: 'invoice', key: number() })
  await books('2026-10-07T18:00Z', { record: 'delete', kind: 'invoiceCategory', key })
  expect(await account(...october)).toBe('0, Invoices (1) 1400, Withdrawn (1) -1400, 0')
  await books('2026-10-08T18:00Z', {})
  expect(await account(...october)).toBe('0, Invoices (2) 2800, Withdrawn (1) -1400, 1400')
})

test('an import and a payment of one invoice book one after the other, without a deadlock', async () => {
  const { accountId } = paula
  const lineItems = [{ productName: 'TT Pro', total: '1400.00' }]
  await books('2026-10-05T18:00Z', { lineItems }, { lineItems, invoiceNumber: paula.number(2) })
  const { rows } = await portal.system.query<{ id: string }>(
    `select id::text from invoice where account_id = $1 order by invoice_number`,
    [accountId],
  )
  await clock.set('2026-10-06T18:00Z')
  const take = (nth: number) => async (tx: Tx) => {
    const record = { invoiceNumber: paula.number(nth), balanceDue: '1300.00' }
    await importInTransaction(tx, [recordSource('books', [recordOf(record)])])
  }
  const lock = (nth: number) => (tx: Tx) =>
    tx.run(raw(`select from invoice where id = ${rows[nth - 1]!.id} for update`))
  const pay = (nth: number) => async (tx: Tx) => {
    await lock(nth)(tx)
    const at = new Date('2026-10-06T18:00Z')
    await writePayment(tx.connection, paula.number(nth), 140_000, true, at)
    await bookInvoice(tx, accountId, rows[nth - 1]!.id)
  }
  type Work = (tx: Tx) => Promise<unknown>
  const race = async (begin: Work, other: Work, end: Work) => {
    const [waiting] = await inTransaction(portal.system, async (tx) => {
      await begin(tx)
      const waiting = inTransaction(portal.system, other)
      await vi.waitUntil(() => isWaitedFor(tx), 5000)
      await end(tx)
      return [waiting]
    })
    await waiting
  }
  await race(take(1), pay(1), () => Promise.resolve())
  await race(lock(2), take(2), pay(2))
  expect(await missing()).toEqual({ lines: 0, invoices: 0 })
  expect(await account(...october)).toBe(
    '0, Invoices (2) 2800, Booked by the provider (2) -200, Card payments (2) -2800, -200',
  )
})

test('the amount in another currency counts from the day of its record, not of its invoice', async () => {
  await books('2026-10-05T18:00Z', {})
  await books('2026-10-06T18:00Z', { balanceDue: '1000.00' })
  await books('2026-10-12T18:00Z', { currencyIsoCode: 'EUR', balanceDue: '900.00' })
  const closings = async (to: string) =>
    (await read('2026-10-01', to)).accounts.map((one) => `${one.currency} ${one.closing}`)
  expect(await closings('2026-10-11')).toEqual(['USD 100000'])
  expect(await closings('2026-10-12')).toEqual(['USD 0', 'EUR 90000'])
  const { open, movements } = await read('2026-10-12', '2026-10-12')
  expect(open).toMatchObject([{ currency: 'EUR', cents: 90_000 }])
  expect(movements.map(({ kind, cents }) => `${kind} ${cents / 100}`).sort()).toEqual([
    'booked -500',
    'booked 400',
    'invoiced 1400',
    'withdrawn -1400',
  ])
})

test('the check moves the lines of an invoice that another server moved to another category', async () => {
  await books('2026-10-05T18:00Z', {})
  const hidden = await portal.given.category('Hidden')
  await portal.owner.query(
    `update invoice set invoice_category_id = ${hidden} where account_id = '${paula.accountId}'`,
  )
  expect(await missing()).toEqual({ lines: 1, invoices: 1 })
  const { rows } = await portal.system.query(
    `select distinct invoice_category_id as id from invoice_movement where account_id = $1`,
    [paula.accountId],
  )
  expect(rows).toEqual([{ id: hidden }])
})

test('no role changes or deletes a line, or writes one into a closed day', async () => {
  await books('2026-10-05T18:00Z', {})
  await portal.owner.query(`update portal_instance set closed_through = '2026-11-30'`)
  const columns = `account_id, invoice_number, invoice_category_id, kind, cents, currency, invoice_type, is_late_fee, is_credit, invoice_date`
  const own = `from invoice_movement where account_id = '${paula.accountId}'`
  for (const db of [portal.deps.db, portal.system, portal.owner]) {
    const refusal = (statement: string) =>
      inTransaction(db, async (tx) => {
        await tx.run(raw(`select set_config('portal.account', '${paula.accountId}', true)`))
        await tx.run(raw(statement))
        return 'done'
      }).catch((error: Error) => error.message)
    expect(
      await refusal(
        `insert into invoice_movement (day, ${columns}) select '2026-11-30', ${columns} ${own}`,
      ),
    ).toBe(`a closed day gets lines of ${number()}`)
    for (const change of [
      `update invoice_movement set cents = 1 where account_id = '${paula.accountId}'`,
      `delete ${own}`,
    ])
      expect(await refusal(change)).toMatch(/append-only|permission denied/)
  }
  await portal.owner.query(`update portal_instance set closed_through = '-infinity'`)
})
