import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import sql from 'sql-template-tag'
import type { Day } from '@portal/domain/kernel/day'
import { fromCents } from '@portal/domain/kernel/money'
import type { Aging, AgingBuckets } from '@portal/domain/payments/aging.schema'
import { runs } from '../../../../../tools/random-tests.ts'
import { startTestPortal, type TestPortal } from '../../../test/portal.ts'
import { someInvoice, writeBooks, type SomeInvoice } from '../../../test/random-books.ts'
import { dueCentsOf, joinBalances, readBalances } from '../../invoices/owed.queries.ts'
import { readSnapshot } from '../../platform/database.ts'

let portal: TestPortal

beforeAll(async () => {
  portal = await startTestPortal()
})
afterAll(() => portal.close())

interface DueInvoice {
  subsidiary: string
  currency: string
  daysPastDue: number | null
  cents: number
}

/** The definition: computes the amount due of each invoice. */
const readDue = (accountId: string, today: Day, categoryId: number) =>
  readSnapshot(portal.deps.db, accountId, async (tx) => {
    const balances = await readBalances(tx, accountId)
    return tx.query<DueInvoice & Record<string, unknown>>(sql`
      select i.subsidiary, i.currency, ${today}::date - i.due_date as "daysPastDue",
             ${dueCentsOf(accountId)} as cents
        from invoice i ${joinBalances(balances)}
       where i.account_id = ${accountId} and i.invoice_category_id = ${categoryId}`)
  })

function bucketOf({ cents, daysPastDue }: DueInvoice): keyof AgingBuckets {
  if (cents < 0 || daysPastDue === null) return 'other'
  if (daysPastDue <= 0) return 'current'
  if (daysPastDue > 90) return '90+'
  return daysPastDue > 60 ? '61-90' : daysPastDue > 30 ? '31-60' : '1-30'
}

function agingOf(invoices: readonly DueInvoice[]): Record<string, AgingBuckets> {
  const none = { current: 0, '1-30': 0, '31-60': 0, '61-90': 0, '90+': 0, other: 0, total: 0 }
  const sums: Record<string, AgingBuckets> = {}
  for (const invoice of invoices.filter(({ cents }) => cents !== 0)) {
    const key = `${invoice.subsidiary} ${invoice.currency}`
    const own = (sums[key] ??= { ...none })
    own[bucketOf(invoice)] += invoice.cents
    own.total += invoice.cents
  }
  const asDecimals = ([key, own]: [string, AgingBuckets]) => {
    const currency = key.slice(-3)
    const decimals = Object.entries(own).map(([name, cents]) => [name, fromCents(cents, currency)])
    return [key, Object.fromEntries(decimals) as AgingBuckets] as const
  }
  return Object.fromEntries(Object.entries(sums).map(asDecimals))
}

/** Few days, so that debts and credits have the same day. Only invoices in USD have payments. */
const invoice = fc
  .tuple(
    someInvoice,
    fc.record({
      daysAgo: fc.constantFrom(1, 31, 95),
      dueAfter: fc.constantFrom(null, 0, 1, 30),
      cents: fc.constantFrom(1, 999, 5000, -1, -5000),
      currency: fc.constantFrom('USD', 'USD', 'EUR', 'JPY', 'KWD'),
      isBeingPaid: fc.boolean(),
    }),
  )
  .map(([one, own]) => ({ ...one, ...own }) as SomeInvoice)

test('the aging equals the sum of the amounts due, to the smallest unit', async () => {
  const seen = { invoices: 0, withPayments: 0, credits: 0 }
  let count = 0
  await fc.assert(
    fc.asyncProperty(fc.array(invoice, { minLength: 1, maxLength: 9 }), async (some) => {
      const accountId = `AG${(count += 1)}`
      const email = `reader@ag${count}.example`
      const { given } = portal
      await given.company(accountId)
      await given.user(email, accountId, ['AccessInvoices'], ['Licenses'])
      const today = new Date().toISOString().slice(0, 10)
      await writeBooks(portal, accountId, today, some)
      const due = await readDue(accountId, today, await given.category('Licenses'))
      const reader = await portal.signIn(email)
      const { subsidiaries } = (await reader.get('/api/invoice/aging')).json<Aging>()
      const shown = subsidiaries.flatMap(({ code, currencies }) =>
        Object.entries(currencies).map(([currency, buckets]) => [`${code} ${currency}`, buckets]),
      )
      expect(Object.fromEntries(shown)).toEqual(agingOf(due))
      seen.invoices += due.length
      seen.credits += due.filter(({ cents }) => cents < 0).length
      const { rowCount } = await portal.system.query(
        sql`select from payment_attempt where account_id = ${accountId}`,
      )
      seen.withPayments += rowCount ?? 0
    }),
    { numRuns: runs(200) },
  )
  console.log(seen)
  expect(Math.min(...Object.values(seen))).toBeGreaterThan(0)
}, 300_000)
