import { setTimeout as sleep } from 'node:timers/promises'
import { raw } from 'sql-template-tag'
import { beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import type { InvoiceDetail } from '@portal/domain/invoices/invoices.schema'
import type { Statement } from '@portal/domain/invoices/statement.schema'
import { addDays, formatDay, type Day } from '@portal/domain/kernel/day'
import { formatMoney } from '@portal/domain/kernel/money'
import { pdfWords } from '../../test/documents/pdf-text.ts'
import { readSpreadsheet } from '../../test/documents/read-spreadsheet.ts'
import { portal as run } from '../../test/integration/command-line.ts'
import { statementBooks } from '../../test/invoices/statement-books.ts'
import { writeLostDispute, writePayment, writeRefund } from '../../test/portal/books.ts'
import { isWaitedFor } from '../../test/portal/is-waited-for.ts'
import { testClock, testPortal } from '../../test/portal/test-portal.ts'
import { inTransaction, openDatabase, type Tx } from '../platform/database/database.ts'
import { excludeImports } from '../platform/database/take-turn.ts'
import { storeCalendar } from '../platform/database/business-calendar.ts'
import { bookInvoice } from './book-movements.ts'
import { closeDays } from './close-days.ts'
import { mostLines } from './statement.queries.ts'

const portal = testPortal()
const clock = testClock(portal)
let company = ''
let companies = 0

beforeAll(() =>
  storeCalendar(portal.database.ownerUrl, {
    businessTimeZone: 'America/Chicago',
    booksDayHour: 6,
  }),
)
beforeEach(async () => {
  company = `C${(companies += 1)}`
  await clock.set('2026-10-05T18:00Z')
  await portal.given.company(company)
})

const { books, missing, read, account } = statementBooks({ portal, clock, company: () => company })

/** What the card provider reports at an instant. */
async function card<T>(at: string, write: (at: Date) => Promise<T>): Promise<T> {
  await clock.set(at)
  const written = await write(new Date(at))
  await missing()
  return written
}

const october = ['2026-10-01', '2026-10-31'] as const
const november = ['2026-11-01', '2026-11-30'] as const

test('F1: a transfer in November is in the statement of November, and October stays', async () => {
  await books('2026-10-05T18:00Z', {})
  const before = await account(...october)
  const transfer = {
    id: 'RCT-1',
    amount: '1400.00',
    method: 'transfer',
    paidOn: '2026-11-10',
    reference: 'REM 77',
  }
  await books('2026-11-12T18:00Z', { balanceDue: '0', settledBy: [transfer] })
  expect(before).toBe('0, Invoices (1) 1400, 1400')
  expect(await account(...october)).toBe(before)
  expect(await account(...november)).toBe('1400, Bank transfers (1) -1400, 0')
  expect((await read(...november)).movements).toMatchObject([
    {
      day: '2026-11-12',
      referenceId: 'RCT-1',
      reference: 'REM 77',
      paidOn: '2026-11-10',
      cents: -140_000,
    },
  ])
})

test('F2: a credit counts on the day on which the books made it; what they write at night counts on the day before', async () => {
  await books('2026-10-05T18:00Z', {})
  // 2 AM in Chicago on 11/01: the extract has what was booked on 10/31, and the new invoices of 11/01.
  const fee = { invoiceNumber: `${company}-F`, date: '2026-11-01', amount: '5', balanceDue: '5' }
  await books('2026-11-01T07:00Z', { balanceDue: '1000.00' }, fee)
  const credit = {
    invoiceNumber: `${company}-C`,
    date: '2026-11-12',
    amount: '-410.00',
    balanceDue: '-410.00',
  }
  await books('2026-11-12T18:00Z', credit)
  await books('2026-11-13T18:00Z', { ...credit, balanceDue: '0' }, { balanceDue: '590.00' })
  expect(await account(...october)).toBe(
    '0, Invoices (1) 1400, Booked by the provider (1) -400, 1000',
  )
  expect(await account(...november)).toBe(
    '1000, Invoices (1) 5, Credits (1) -410, Booked by the provider (1) -410, Credits used (1) 410, 595',
  )
})

test('a day closes three whole days after its end, and then nothing changes its statement', async () => {
  await books('2026-10-05T18:00Z', {})
  await clock.set('2026-11-03T18:00Z')
  await closeDays(portal.system)
  expect((await read(...october)).openFrom).toBe('2026-10-31')
  await clock.set('2026-11-04T18:00Z')
  await closeDays(portal.system)
  const final = await read(...october)
  expect(final.openFrom).toBeNull()
  // A late file, a withdrawal and an invoice of October: all count on the first open day.
  await books('2026-11-05T18:00Z', { asOf: '2026-10-30T18:00Z', balanceDue: '0' })
  await books('2026-11-05T19:00Z', { invoiceNumber: `${company}-2`, date: '2026-10-20' })
  await books('2026-11-05T20:00Z', { record: 'delete', kind: 'invoice', key: `${company}-2` })
  expect(await read(...october)).toEqual({ ...final, today: '2026-11-05' })
  expect(await account(...november)).toBe(
    '1400, Invoices (1) 1400, Withdrawn (1) -1400, Booked by the provider (1) -1400, 0',
  )
})

test('a stop of charging delays the end of a day, and the past of a new company is open', async () => {
  const closed = async () =>
    (await portal.system.query('select closed_through from portal_instance')).rows
  await clock.set('2027-01-10T18:00Z')
  await portal.system.query(`insert into charging_stop (kind, reason) values ('automatic', 'test')`)
  const before = await closed()
  await closeDays(portal.system)
  expect(await closed()).toEqual(before)
  await portal.system.query('delete from charging_stop')
  await closeDays(portal.system)
  expect(await closed()).toEqual([{ closed_through: '2027-01-06' }])
  await books('2027-01-10T18:00Z', {})
  expect(await account(...october)).toBe('0, Invoices (1) 1400, 1400')
  await portal.owner.query(`update portal_instance set closed_through = '-infinity'`)
})

test('a check that bounces, a correction, another due date and an invoice that returns', async () => {
  const check = { id: 'CHK-9', amount: '1400.00', method: 'check' }
  await books('2026-10-05T18:00Z', {})
  await books('2026-10-08T18:00Z', { balanceDue: '0', settledBy: [check] })
  await books('2026-10-10T18:00Z', { settledBy: [] })
  const amounts = { amount: '1500.00', balanceDue: '1500.00' }
  await books('2026-10-12T18:00Z', { ...amounts, dueDate: '2026-11-20', settledBy: [] })
  await books('2026-10-14T18:00Z', { record: 'delete', kind: 'invoice', key: `${company}-1` })
  await books('2026-10-16T18:00Z', amounts)
  expect(await account(...october)).toBe(
    '0, Invoices (2) 2900, Corrections (1) 100, Withdrawn (1) -1500, Checks (2) 0, 1500',
  )
  const ana = await portal.person(`${company}@a.example`, company, ['AccessInvoices'], ['Licenses'])
  const { movements } = (await ana.get(`/api/invoice/details/${company}-1`)).json<InvoiceDetail>()
  expect(movements?.map(({ day, kind, amount, balance }) => [day, kind, amount, balance])).toEqual([
    ['2026-10-05', 'invoiced', 1400, 1400],
    ['2026-10-08', 'settled', -1400, 0],
    ['2026-10-10', 'settled', 1400, 1400],
    ['2026-10-12', 'corrected', 100, 1500],
    ['2026-10-14', 'withdrawn', -1500, 0],
    ['2026-10-16', 'invoiced', 1500, 1500],
  ])
  expect((await read('2026-10-01', '2026-10-12')).open).toMatchObject([
    { dueDate: '2026-11-20', cents: 150_000 },
  ])
})

test('names that come later change no statement', async () => {
  await books('2026-10-05T18:00Z', {})
  await books('2026-10-08T18:00Z', { balanceDue: '400.00' })
  const before = await account(...october)
  await books('2026-10-12T18:00Z', {
    balanceDue: '400.00',
    settledBy: [{ id: 'RCT-1', amount: '1000.00', method: 'transfer' }],
  })
  expect(await account(...october)).toBe(before)
  const { rows } = await portal.system.query(
    `select kind, cents, is_renaming as renaming from invoice_movement where account_id = '${company}' and day = '2026-10-12' order by id`,
  )
  expect(rows).toEqual([
    { kind: 'settled', cents: -100_000, renaming: true },
    { kind: 'booked', cents: 100_000, renaming: true },
  ])
})

test('an invoice in another currency takes the former one back; all its lines move to another category', async () => {
  await books('2026-10-05T18:00Z', {})
  const changes = { currencyIsoCode: 'EUR', balanceDue: '900.00', invoiceCategory: 'Hidden' }
  await books('2026-10-06T18:00Z', changes)
  expect((await read(...october, [await portal.given.category('Licenses')])).open).toEqual([])
  const { accounts } = await read(...october)
  expect(accounts.map(({ currency, closing }) => [currency, closing])).toEqual([
    ['USD', 0],
    ['EUR', 90_000],
  ])
})

test('a reader of one category learns nothing of another, also after an invoice moved', async () => {
  await books('2026-10-05T18:00Z', {}, { invoiceNumber: `${company}-2`, invoiceCategory: 'Hidden' })
  const licenses = [await portal.given.category('Licenses')]
  expect(await account(...october, licenses)).toBe('0, Invoices (1) 1400, 1400')
  await books('2026-10-07T18:00Z', { invoiceCategory: 'Hidden' })
  expect(await account(...october, licenses)).toBe('')
  expect(await account(...october)).toBe('0, Invoices (2) 2800, 2800')
})

test('a screen, the PDF and the spreadsheet have the same rows, for a reader of one category too', async () => {
  await books('2026-10-05T18:00Z', {}, { invoiceNumber: `${company}-2`, invoiceCategory: 'Hidden' })
  await books('2026-10-06T18:00Z', { invoiceNumber: `${company}-3` })
  const transfer = { id: 'RCT-1', amount: '1000.00', method: 'transfer', reference: 'REM 77' }
  const deleted = { record: 'delete', kind: 'invoice', key: `${company}-3` }
  await books('2026-10-07T18:00Z', { balanceDue: '400.00', settledBy: [transfer] }, deleted)
  const reader = await portal.person(
    `${company}@s.example`,
    company,
    ['AccessInvoices'],
    ['Licenses'],
  )
  const get = async (path: string) =>
    reader.get(`/api/invoice/statements${path}startdate=10/1/26&statementdate=10/31/26`)
  const shown = (await get('/content?')).json<Statement>()
  const { rows, totals } = shown.movements
  expect(rows.map(({ invoiceNumber, isKept, row }) => [invoiceNumber, isKept, row])).toEqual([
    [`${company}-1`, true, 'invoices'],
    [`${company}-3`, false, 'invoices'],
    [`${company}-1`, true, 'transfers'],
    [`${company}-3`, false, 'withdrawn'],
  ])
  expect(totals).toEqual([{ currency: 'USD', count: '4 lines', cents: 40_000 }])
  const money = (cents: number) => formatMoney(cents, 'USD')
  const lines = shown.accounts[0]!.lines.map(({ label, cents }) => [label, cents])
  expect(lines.at(-1)).toEqual(['Closing balance on 10/07/2026', 40_000])
  const expected = [
    ...lines,
    ...rows.map(({ day, invoiceNumber, what, reference, cents }) => [
      formatDay(day),
      invoiceNumber,
      what,
      reference,
      cents,
    ]),
    ...shown.open.rows.map(({ date, invoiceNumber, type, cents }) => [
      formatDay(date),
      invoiceNumber,
      type,
      cents,
    ]),
    ...shown.notes.map((note) => [note]),
  ]
  const sheet = readSpreadsheet((await get('?format=xlsx&')).rawPayload).rows.map((row) =>
    row.map(({ value, format }) => {
      if (typeof value !== 'number') return value
      return format === 'mm/dd/yyyy'
        ? formatDay(addDays('1899-12-30', value))
        : Math.round(value * 100)
    }),
  )
  const words = pdfWords((await get('?')).rawPayload)
  for (const row of expected) {
    expect(sheet).toContainEqual(expect.arrayContaining(row))
    for (const part of row) expect(words).toContain(typeof part === 'number' ? money(part) : part)
  }
  for (const text of [words, JSON.stringify([sheet, shown])])
    expect(text).not.toContain(`${company}-2`)
})

test('a card payment, its refund and its chargeback are lines of this portal', async () => {
  const number = `${company}-1`
  await books('2026-10-05T18:00Z', {})
  const id = await card('2026-10-20T18:00Z', (at) =>
    writePayment(portal.system, number, 140_000, true, at),
  )
  // In the night of 10/26, whose records of the books belong to 10/25. The lines of an invoice stay in order.
  await card('2026-10-26T08:00Z', (at) => writeRefund(portal.system, id, 40_000, at))
  // The books do not show the refund, so its money is not requested.
  await books('2026-10-26T09:00Z', { balanceDue: '0', portalPayments: [{ id, amount: '1400.00' }] })
  const matched = 'Refunded and not due again, or paid for another invoice'
  const { movements } = await read(...october)
  expect(movements.map(({ kind, paymentId }) => [kind, paymentId])).toEqual([
    ['invoiced', null],
    ['paid', id],
    ['refunded', id],
    ['matched', null],
  ])
  expect(await account('2026-10-01', '2026-10-25')).toBe(
    '0, Invoices (1) 1400, Card payments (1) -1400, 0',
  )
  expect(await account(...october)).toBe(
    `0, Invoices (1) 1400, Card payments (1) -1400, Refunds (1) 400, ${matched} (1) -400, 0`,
  )
  await books('2026-11-02T18:00Z', {
    balanceDue: '400.00',
    portalPayments: [{ id, amount: '1000.00' }],
  })
  await card('2026-11-03T18:00Z', (at) => writeLostDispute(portal.system, id, 1000_00, at))
  await books('2026-11-04T18:00Z', { portalPayments: [] })
  expect(await account(...november)).toBe(`0, Chargebacks (1) 1000, ${matched} (3) 400, 1400`)
})

test('a payment that the books apply to another invoice, and one that nothing needs', async () => {
  const [number, other] = [`${company}-1`, `${company}-2`]
  await books('2026-10-05T18:00Z', {}, { invoiceNumber: other })
  const id = await card('2026-10-20T18:00Z', (at) =>
    writePayment(portal.system, number, 140_000, true, at),
  )
  expect(await account(...october)).toBe('0, Invoices (2) 2800, Card payments (1) -1400, 1400')
  const named = {
    invoiceNumber: other,
    balanceDue: '0',
    portalPayments: [{ id, amount: '1400.00' }],
  }
  await books('2026-10-21T18:00Z', named)
  const matched = 'Refunded and not due again, or paid for another invoice'
  expect(await account(...october)).toBe(
    `0, Invoices (2) 2800, Card payments (1) -1400, ${matched} (2) 0, 1400`,
  )
  // One invoice no longer names the payment, names it again and is deleted; the other one is withdrawn by amount 0.
  await books('2026-10-22T18:00Z', { invoiceNumber: other })
  await books('2026-10-22T19:00Z', named)
  await books('2026-10-23T18:00Z', { record: 'delete', kind: 'invoice', key: other })
  await books('2026-10-24T18:00Z', { amount: '0', balanceDue: '0' })
  expect(await account(...october)).toBe(
    `0, Invoices (2) 2800, Corrections (1) -1400, Withdrawn (1) -1400, Card payments (1) -1400, ${matched} (8) 0, -1400, pending 0, not applied 1400, due 0`,
  )
})

test('money that is being paid is open and not due', async () => {
  await books('2026-10-05T18:00Z', { hasBeenCharged: true })
  expect(await account(...october)).toBe(
    '0, Invoices (1) 1400, 1400, pending -1400, not applied 0, due 0',
  )
})

test('what another server left out is booked by the check, on the day of its record', async () => {
  const change = (statement: string) =>
    portal.owner.query(`${statement} where account_id = '${company}'`)
  await portal.given.invoice(company, `${company}-9`, { date: '2026-10-02' })
  await change('update invoice set books_balance_cents = 0')
  expect(await account(...october)).toBe('')
  await expect(closeDays(portal.system)).rejects.toThrow('2 lines of invoices were missing')
  const before = 'Settled before the first record of the invoice (1)'
  expect(await account('2026-10-01', '2026-10-04')).toBe(`0, Invoices (1) 100, ${before} -100, 0`)
  await change('update invoice set books_balance_cents = 10000')
  await expect(closeDays(portal.system)).rejects.toThrow('1 line of invoices')
  await change('delete from invoice')
  const check = (...more: string[]) => run(['movements', 'check', ...more], portal.env)
  expect(await check()).toEqual({ code: 0, out: 'Booked 1 line of 1 invoice.\n', err: '' })
  expect((await check()).out).toBe('Booked 0 lines of 0 invoices.\n')
  expect((await check('all')).code).toBe(2)
  expect((await read(...october)).open).toEqual([])
})

test('a day closes after an import that saw it open; a payment that books meanwhile books alone', async () => {
  const connectionString = portal.database.systemUrl
  const worker = openDatabase({ connectionString, name: 'worker', size: 1 })
  onTestFinished(() => worker.end())
  const closeBehind = async (hold: (tx: Tx) => Promise<unknown>, ms = 0) => {
    const [closing] = await inTransaction(portal.system, async (tx) => {
      await hold(tx)
      const closing = closeDays(worker)
      await vi.waitUntil(() => isWaitedFor(tx), 5000)
      await sleep(ms)
      return [closing]
    })
    return closing
  }
  // An import lasts longer than requests wait for a lock.
  await closeBehind(excludeImports, 2100)
  const id = await portal.given.invoice(company, `${company}-9`)
  await closeBehind(async (tx) => {
    await tx.run(raw(`select from invoice where id = ${id} for update`))
    await bookInvoice(tx, company, id)
  })
  expect(await account(...october)).toBe('0, Invoices (1) 100, 100')
})

test('a statement that is too long to print is refused, and a shorter one is not', async () => {
  await books('2026-10-05T18:00Z', {})
  const columns = `account_id, invoice_category_id, currency, invoice_type, is_late_fee, is_credit, invoice_date`
  const write = (day: Day, count: number, each: string) =>
    portal.system.query(
      `insert into invoice_movement (invoice_number, day, kind, cents, ${columns})
       select ${each}, '${day}', 'corrected', 1, ${columns}
         from invoice_movement, generate_series(1, ${count}) n where invoice_number = '${company}-1' and kind = 'invoiced'`,
    )
  await write('2026-10-06', mostLines, `'${company}-1'`)
  await expect(read(...october)).rejects.toThrow(
    'A statement lists at most 20,000 movements. Choose a shorter period.',
  )
  expect((await read('2026-10-06', '2026-10-06')).movements).toHaveLength(mostLines)
  await write('2026-09-01', mostLines, `'${company}-' || n + 1`)
  await expect(read('2026-10-05', '2026-10-05')).rejects.toThrow(
    'A statement lists at most 20,000 open invoices and credits. Download the list of invoices instead.',
  )
})
