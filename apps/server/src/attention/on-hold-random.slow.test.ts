import fc from 'fast-check'
import { expect, test } from 'vitest'
import { balanceOf } from '@portal/domain/payments/customer-balance'
import { runs } from '../../../../tools/random-tests.ts'
import { writePayment, writeRefund } from '../../test/books.ts'
import { testPortal } from '../../test/test-portal.ts'
import { readPaidInvoices } from '../invoices/owed.queries.ts'
import { withAccount } from '../platform/database.ts'
import sql from 'sql-template-tag'
import { readAttentionList } from './attention.queries.ts'

const portal = testPortal()
let nth = 0

// Most branches need old payments of open invoices whose books list no payments.
const cents = fc.constantFrom(-10, 0, 1, 40, 100, 100)
const payment = fc.record({
  cents: fc.constantFrom(40, 60, 100),
  refunded: fc.constantFrom(0, 0.5, 1, 1),
  isPosted: fc.boolean(),
  daysAgo: fc.constantFrom(0, 9, 10, 11, 11, 11),
})
const invoice = fc.record({
  balance: cents,
  namesPayments: fc.constantFrom(true, false, false, false),
  payments: fc.array(payment, { maxLength: 3 }),
})

test('the view and the domain rule agree on which invoices are on hold', async () => {
  const property = fc.asyncProperty(
    fc.array(invoice, { minLength: 1, maxLength: 4 }),
    async (all) => {
      const accountId = `H${(nth += 1)}`
      await portal.given.company(accountId)
      for (const [index, one] of all.entries()) await write(accountId, `${accountId}-${index}`, one)
      const facts = await withAccount(portal.system, accountId, (tx) =>
        readPaidInvoices(tx, sql`i.account_id = ${accountId}`),
      )
      const expected = facts
        .filter(({ money, lastPaidAt, now }) => balanceOf(money, lastPaidAt, now).isOnHold)
        .map(({ invoiceNumber }) => invoiceNumber)
      const { items } = await readAttentionList(portal.system, 'onHold', 100_000)
      const listed = items
        .filter((one) => one.accountId === accountId)
        .map(({ subject }) => subject)
      expect(listed.sort()).toEqual(expected.sort())
    },
  )
  await fc.assert(property, { numRuns: runs(60) })
})

async function write(
  accountId: string,
  number: string,
  { balance, namesPayments, payments }: typeof invoice extends fc.Arbitrary<infer T> ? T : never,
): Promise<void> {
  await portal.given.invoice(accountId, number, { balance, amount: 100, namesPayments })
  const owner = portal.system as never
  for (const { cents, refunded, isPosted, daysAgo } of payments) {
    const id = await writePayment(owner, number, cents, isPosted)
    const back = Math.floor(cents * refunded)
    if (back > 0) await writeRefund(owner, id, back)
    await portal.system.query(sql`
      update payment_attempt set settled_at = portal_now() - make_interval(days => ${daysAgo}) where id = ${id}`)
  }
}
