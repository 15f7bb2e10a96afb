import fc from 'fast-check'
import { expect, test } from 'vitest'
import sql from 'sql-template-tag'
import { balanceOf } from '@portal/domain/payments/customer-balance'
import {
  chargeableCents,
  owed,
  standing,
  type InvoiceMoney,
  type InvoicePayment,
} from '@portal/domain/payments/owed'
import { runs } from '../../../../tools/random-tests.ts'
import { writePayment, writeRefund } from '../../test/portal/books.ts'
import { testPortal } from '../../test/portal/test-portal.ts'
import { readAttentionList } from '../attention/attention.queries.ts'
import { withAccount } from '../platform/database/database.ts'
import { readBalances, readPaidInvoices } from './owed.queries.ts'

const portal = testPortal()
let nth = 0

// Most branches require old payments of open invoices whose books list no payments.
const payment = fc.record({
  cents: fc.constantFrom(40, 60, 100),
  refunded: fc.constantFrom(0, 0.5, 1, 1),
  isPosted: fc.boolean(),
  daysAgo: fc.constantFrom(0, 9, 10, 11, 11, 11),
  /** How much of the payment the record of the invoice contains, and how much the record of the next invoice does. */
  named: fc.option(fc.constantFrom(0, 1, 40, 60, 100)),
  elsewhere: fc.option(fc.constantFrom(1, 40, 100), { freq: 3 }),
})
const invoice = fc.record({
  amount: fc.constantFrom(60, 100, 100, 140),
  balance: fc.constantFrom(-10, 0, 1, 40, 100, 100),
  namesPayments: fc.constantFrom(true, true, false, false, false),
  payments: fc.array(payment, { maxLength: 3 }),
})
type Invoice = typeof invoice extends fc.Arbitrary<infer T> ? T : never

/** Writes the invoices of a company with their payments, and returns the facts that decide what is owed, by invoice number. */
async function write(accountId: string, all: readonly Invoice[]) {
  const { given, system } = portal
  const numberAt = (at: number) => `${accountId}-${at % all.length}`
  const named = all.map((): Record<string, number> => ({}))
  for (const [at, { payments: _, ...is }] of all.entries())
    await given.invoice(accountId, numberAt(at), is)
  const name = async (at: number, id: string, cents: number | null) => {
    const place = at % all.length
    if (cents === null || !all[place]!.namesPayments) return
    named[place]![id] = cents
    await system.query(sql`
      insert into invoice_portal_payment (account_id, invoice_id, payment_id, amount_cents)
      select account_id, id, ${id}, ${cents} from invoice where invoice_number = ${numberAt(at)}`)
  }
  const paid: InvoicePayment[][] = all.map(() => [])
  for (const [at, { payments }] of all.entries())
    for (const one of payments) {
      const isPosted = one.isPosted || paid[at]!.some(({ isPosted }) => !isPosted)
      const id = await writePayment(system, numberAt(at), one.cents, isPosted)
      const back = Math.floor(one.cents * one.refunded)
      if (back > 0) await writeRefund(system, id, back)
      await system.query(sql`
        update payment_attempt set settled_at = portal_now() - make_interval(days => ${one.daysAgo}) where id = ${id}`)
      paid[at]!.push({ id, netCents: one.cents - back, isPosted })
      await name(at, id, one.named)
      if (all.length > 1) await name(at + 1, id, one.elsewhere)
    }
  const moneyAt = ({ amount, balance, namesPayments }: Invoice, at: number): InvoiceMoney => ({
    record: {
      amountCents: amount,
      balanceCents: balance,
      ...(namesPayments && { portalPayments: named[at]! }),
    },
    payments: paid[at]!,
    elsewhere: Object.fromEntries(
      paid[at]!.flatMap(({ id }) => {
        const cents = all.length > 1 && named[(at + 1) % all.length]![id]
        return cents ? [[id, cents]] : []
      }),
    ),
  })
  return new Map(all.map((one, at) => [numberAt(at), moneyAt(one, at)]))
}

const sorted = (money: InvoiceMoney): InvoiceMoney => ({
  ...money,
  payments: money.payments.toSorted((one, other) => (one.id < other.id ? -1 : 1)),
})

test('the server reads the facts that owed() decides by, and SQL and the domain rules agree', async () => {
  const property = fc.asyncProperty(
    fc.array(invoice, { minLength: 1, maxLength: 4 }),
    async (all) => {
      const accountId = `R${(nth += 1)}`
      await portal.given.company(accountId)
      const expected = await write(accountId, all)
      const [facts, shown] = await withAccount(portal.system, accountId, async (tx) => [
        await readPaidInvoices(tx, sql`i.account_id = ${accountId}`),
        await readBalances(tx, accountId),
      ])
      const { rows } = await portal.system.query<{
        id: string
        number: string
        room: number
        left: number
      }>(sql`
        select id::text, invoice_number as number, chargeable_cents(account_id, id)::int as room,
               standing_cents(account_id, id)::int as "left"
          from invoice where account_id = ${accountId}`)
      const held: string[] = []
      for (const { id, number, room, left } of rows) {
        const money = expected.get(number)!
        const { balanceCents } = money.record
        expect([room, left]).toEqual([chargeableCents(money), standing(money)])
        const read = facts.find(({ invoiceId }) => invoiceId === id)
        expect(read && sorted(read.money)).toEqual(
          money.payments.length > 0 ? sorted(money) : undefined,
        )
        const balance = read && balanceOf(money, read.lastPaidAt, read.now)
        if (balance?.isOnHold) held.push(number)
        const isOpen = read && balanceCents > 0
        expect(shown.find(({ invoiceId }) => invoiceId === id)).toEqual(
          isOpen ? { invoiceId: id, demand: money.payments.length, ...balance } : undefined,
        )
        // Of invoices without facts, the balance is owed, or nothing.
        const { cents } = owed(money)
        expect(isOpen || Math.max(cents, 0) === Math.max(balanceCents, 0)).toBe(true)
      }
      const { items } = await readAttentionList(portal.system, 'onHold', 100_000)
      const listed = items.filter((one) => one.accountId === accountId)
      expect(listed.map(({ subject }) => subject).toSorted()).toEqual(held.toSorted())
    },
  )
  await fc.assert(property, { numRuns: runs(60) })
})
