import fc from 'fast-check'
import { expect, test } from 'vitest'
import sql from 'sql-template-tag'
import { balanceOf } from '@portal/domain/payments/customer-balance'
import { chargeableCents, owed, type InvoiceMoney } from '@portal/domain/payments/owed'
import { runs } from '../../../../tools/random-tests.ts'
import { writePayment, writeRefund } from '../../test/books.ts'
import { aldgate, importDatabase, invoiceRecord } from '../import/import-fixture.ts'
import { inTransaction } from '../platform/database.ts'
import { readBalances, readInvoiceFacts } from './owed.queries.ts'

const numbers = ['A', 'B'] as const
type InvoiceNumber = (typeof numbers)[number]

/** The expected state, modeled as simply as possible. */
interface Model {
  /** A separate company for each case. */
  accountId: string
  records: Map<InvoiceNumber, { amount: number; balance: number; named?: Map<string, number> }>
  asOf: Map<InvoiceNumber, number>
  payments: { id: string; of: InvoiceNumber; net: number; isPosted: boolean }[]
}

const number = fc.constantFrom(...numbers)
const cents = fc.constantFrom(0, 1, 40, 60, 100, 140)
const names = fc.option(fc.array(fc.tuple(fc.nat(3), cents), { maxLength: 3 }))
const day = fc.option(fc.integer({ min: 1, max: 6 }))
const is = <const Kind extends string>(kind: Kind) => fc.constant(kind)
const record = fc.record({
  do: is('record'),
  number,
  amount: cents,
  balance: fc.integer({ min: -20, max: 140 }),
  names,
  day,
  future: fc.integer({ min: 0, max: 19 }),
})
const paying = { number, cents: fc.constantFrom(40, 60, 100), isPosted: fc.boolean() }
const refunding = { nth: fc.nat(3), share: fc.constantFrom(0.5, 1) }
const step = fc.oneof(
  { weight: 5, arbitrary: record },
  { weight: 3, arbitrary: fc.record({ do: is('pay'), ...paying }) },
  { weight: 1, arbitrary: fc.record({ do: is('refund'), ...refunding }) },
  { weight: 1, arbitrary: fc.record({ do: is('delete'), number, day }) },
)
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

const key = (model: Model, number: InvoiceNumber) => `${model.accountId}-${number}`
const instant = (day: number) => `2026-10-0${day}T00:00:00.000Z`

/** By the design: the record counts unless it is older, undated or from the future. */
function accepts(model: Model, number: InvoiceNumber, day: number | null): boolean {
  const newest = model.asOf.get(number)
  if (newest === undefined) return true
  return day !== null && day >= newest
}

function moneyOf(model: Model, number: InvoiceNumber): InvoiceMoney | undefined {
  const record = model.records.get(number)
  if (!record) return undefined
  const payments = model.payments.filter(({ of }) => of === number)
  const other = model.records.get(number === 'A' ? 'B' : 'A')?.named
  return {
    record: {
      amountCents: record.amount,
      balanceCents: record.balance,
      ...(record.named && { portalPayments: Object.fromEntries(record.named) }),
    },
    payments: payments.map(({ id, net, isPosted }) => ({ id, netCents: net, isPosted })),
    elsewhere: Object.fromEntries(
      payments.flatMap(({ id }) => (other?.has(id) ? [[id, other.get(id)!]] : [])),
    ),
  }
}

type World = Awaited<ReturnType<typeof importDatabase>>

async function take({ take, owner }: World, model: Model, one: Step): Promise<void> {
  if (one.do === 'record') return takeRecord(take, model, one)
  if (one.do === 'pay') {
    if (!model.records.has(one.number)) return
    // At most one is not posted yet.
    const isPosted =
      one.isPosted || model.payments.some(({ of, isPosted }) => of === one.number && !isPosted)
    const id = await writePayment(owner, key(model, one.number), one.cents, isPosted)
    model.payments.push({ id, of: one.number, net: one.cents, isPosted })
    return
  }
  if (one.do === 'refund') {
    const payment = model.payments[one.nth]
    const back = Math.floor((payment?.net ?? 0) * one.share)
    if (!payment || back === 0) return
    await writeRefund(owner, payment.id, back)
    payment.net -= back
    return
  }
  const hasMoney = model.payments.some(({ of }) => of === one.number)
  await take([
    {
      record: 'delete',
      kind: 'invoice',
      key: key(model, one.number),
      ...(one.day && { asOf: instant(one.day) }),
    },
  ])
  if (!model.records.has(one.number) || hasMoney || !accepts(model, one.number, one.day)) return
  model.records.delete(one.number)
  if (one.day) model.asOf.set(one.number, one.day)
}

async function takeRecord(
  take: World['take'],
  model: Model,
  { number, amount, balance, names, day, future }: Extract<Step, { do: 'record' }>,
): Promise<void> {
  const ids = model.payments.map(({ id }) => id)
  const named =
    names && new Map(names.flatMap(([nth, paid]) => (ids[nth] ? [[ids[nth], paid]] : [])))
  const isAhead = future === 0
  const asOf = isAhead ? new Date(Date.now() + 600_000).toISOString() : day && instant(day)
  await take([
    invoiceRecord({
      invoiceNumber: key(model, number),
      accountId: model.accountId,
      amount: amount / 100,
      balanceDue: balance / 100,
      lineItems: [],
      ...(asOf && { asOf }),
      ...(named && {
        portalPayments: [...named].map(([id, paid]) => ({ id, amount: paid / 100 })),
      }),
    }),
  ])
  if (isAhead || !accepts(model, number, day)) return
  model.records.set(number, { amount, balance, ...(named && { named }) })
  if (day) model.asOf.set(number, day)
}

test('the server reads the facts that owed() decides by, and SQL and chargeableCents() agree', async () => {
  const world = await importDatabase()
  const { db, owner } = world
  let looked = 0
  let cases = 0
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 12 }), async (steps) => {
      const accountId = `R${(cases += 1)}`
      await world.take([{ ...aldgate, accountId }])
      const model: Model = { accountId, records: new Map(), asOf: new Map(), payments: [] }
      for (const one of steps) {
        await take(world, model, one)
        await expectSame(db, owner, model)
        looked += 1
      }
    }),
    { numRuns: runs(8) },
  )
  console.log(`${looked} states compared`)
  expect(looked).toBeGreaterThan(runs(8))
}, 300_000)

async function expectSame(db: World['db'], owner: World['owner'], model: Model): Promise<void> {
  const [facts, balances] = await inTransaction(db, async (tx) => [
    await readInvoiceFacts(tx, sql`i.account_id = ${model.accountId}`),
    await readBalances(tx, model.accountId),
  ])
  const { rows } = await owner.query<InvoiceRow>(
    `select id::text, right(invoice_number, 1) as number, chargeable_cents(account_id, id)::int as room,
            books_balance_cents::int as balance from invoice where account_id = $1`,
    [model.accountId],
  )
  expect(new Set(rows.map(({ number }) => number))).toEqual(new Set(model.records.keys()))
  for (const { id, number, room, balance } of rows) {
    const money = moneyOf(model, number)!
    const needsFacts = balance > 0 && money.payments.length > 0
    const read = facts.find(({ invoiceId }) => invoiceId === id)
    const shown = balances.find(({ invoiceId }) => invoiceId === id)
    expect({ room, balance, money: sorted(read?.money), shown }).toEqual({
      room: chargeableCents(money),
      balance: money.record.balanceCents,
      money: needsFacts ? sorted(money) : undefined,
      shown: read && {
        invoiceId: id,
        demand: money.payments.length,
        ...balanceOf(money, read.lastPaidAt, read.now),
      },
    })
    // Of the others the balance is owed, or nothing.
    const { cents } = owed(money)
    expect(needsFacts || cents === balance || (cents <= 0 && balance <= 0)).toBe(true)
  }
}

function sorted(money: InvoiceMoney | undefined): InvoiceMoney | undefined {
  const byId = (one: { id: string }, other: { id: string }) => (one.id < other.id ? -1 : 1)
  return money && { ...money, payments: [...money.payments].sort(byId) }
}

interface InvoiceRow {
  id: string
  number: InvoiceNumber
  room: number
  balance: number
}
