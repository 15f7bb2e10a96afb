import { beforeAll, expect, test } from 'vitest'
import { addDays, formatDay, shortDay, startOfMonth, type Day } from '@portal/domain/kernel/day'
import { agingBuckets } from '@portal/domain/payments/aging'
import type { Aging } from '@portal/domain/payments/aging.schema'
import { writeLostDispute, writePayment, writeRefund } from '../../test/portal/books.ts'
import { pdfPages } from '../../test/documents/pdf-text.ts'
import type { Browser } from '../../test/portal/portal.ts'
import { testPortal } from '../../test/portal/test-portal.ts'
import { readSpreadsheet } from '../../test/documents/read-spreadsheet.ts'
import type { Scope } from '../platform/database/scope.ts'
import { readStatement } from './statement.queries.ts'

const portal = testPortal()
let ana: Browser
const today = new Date().toISOString().slice(0, 10)
const ago = (days: number) => addDays(today, -days)

beforeAll(async () => {
  await portal.given.company('A1', 'Aldgate')
  ana = await portal.person('ana@a.example', 'A1', ['AccessInvoices'], ['Licenses'])
})

const path = (from: Day, to: Day, more = '') =>
  `/api/invoice/statements?startdate=${shortDay(from)}&statementdate=${shortDay(to)}${more}`

/** Returns the account in USD from the spreadsheet: amount by line. */
async function account(from: Day, to: Day): Promise<Record<string, unknown>> {
  const { rows } = readSpreadsheet((await ana.get(path(from, to, '&format=xlsx'))).rawPayload)
  const lines = rows.filter((row) => row.length === 7 && row[6]?.value === 'USD')
  return Object.fromEntries(
    lines.map((row) => [String(row[0]?.value).replace(/ \(.*| on .*/, ''), row[5]?.value]),
  )
}

test('the balance contains all open invoices of any date, by the ages of the panel', async () => {
  const { given, system } = portal
  const first = startOfMonth(today)
  const earlier = (days: number) => addDays(first, -days)
  await given.invoice('A1', 'OLD', { date: earlier(70), due: earlier(40), balance: 1_935_560 })
  await given.invoice('A1', 'NEW', { date: first, due: addDays(today, 20), balance: 58_928_540 })
  // A past defect: a credit with a due date was 'Other' on the page and '1-30 Days' in the statement.
  await given.invoice('A1', 'CREDIT', { date: earlier(45), due: ago(20), balance: -72_599 })
  await given.invoice('A1', 'SECRET', { category: 'Hidden', date: first, balance: 777 })
  await given.invoice('A1', 'PENDING', { date: first, balance: 4200 })
  await writePayment(system, 'PENDING', 4200, false)

  expect(await account(first, today)).toMatchObject({
    'Opening balance': 18_629.61,
    Invoices: 589_327.4,
    Credits: 0,
    'Card payments in this portal': -42,
    Refunds: 0,
    'Closing balance': 607_915.01,
  })
  const { subsidiaries } = (await ana.get('/api/invoice/aging')).json<Aging>()
  const panel = subsidiaries[0]!.currencies['USD']!
  expect(panel).toMatchObject({ total: 607_915.01, other: -725.99 })
  const ages = await account(first, today)
  for (const { key, label } of agingBuckets) expect(ages[label], label).toBe(panel[key])

  const pages = pdfPages((await ana.get(path(first, today))).rawPayload).join('')
  expect(pages).toMatch(/Closing balance on [\d/]+ +\$607,915\.01/)
  expect(pages).toMatch(/Open invoices and credits with other dates/)
  expect(pages).not.toMatch(/SECRET|7\.77/)
  expect(pages).toContain('covers only invoices of the categories that its reader sees')
  expect(pages).toMatch(/PENDING .*\$42\.00 +\$0\.00 +Paid, being posted/)
})

test('the amount due on a past day excludes later card money, and continues to the amount due today', async () => {
  const { given, system } = portal
  await given.company('C1')
  ana = await portal.person('cleo@c.example', 'C1', ['AccessInvoices'], ['Licenses'])
  await given.invoice('C1', 'PAID', { date: ago(60), due: ago(50), amount: 10_000, balance: 6000 })
  await given.invoice('C1', 'BANK', { date: ago(55), amount: 5000, balance: 0 })
  const id = await writePayment(system, 'PAID', 4000, true, new Date(`${ago(20)}T12:00Z`))
  await system.query(
    `insert into invoice_portal_payment select account_id, id, $1, 4000 from invoice where invoice_number = 'PAID'`,
    [id],
  )
  await writeRefund(system, id, 1500, new Date(`${ago(10)}T12:00Z`))
  // On that day there was no card payment; the bank transfer has no date, so it counts with its invoice.
  expect(await account(ago(70), ago(30))).toMatchObject({
    'Opening balance': 0,
    Invoices: 150,
    'Card payments in this portal': 0,
    'Other payments, credits, and changes in our books': -50,
    'Closing balance': 100,
    [`Change after ${formatDay(ago(30))}`]: -40,
    'Balance due': 60,
  })
  // The books do not show the refund, so its money is not requested.
  expect(await account(ago(29), today)).toMatchObject({
    'Opening balance': 100,
    Invoices: 0,
    'Card payments in this portal': -40,
    Refunds: 15,
    'Refunded or charged back, not due again': -15,
    'Closing balance': 60,
  })
})

const sum = (cents: readonly number[]) => cents.reduce((total, one) => total + one, 0)
const noon = (days: number) => new Date(`${ago(days)}T12:00Z`)

/** Returns the lines of the account in USD. The lines, the invoices and the ages must lead to the same closing balance. */
async function linesOf(accountId: string, from: Day, to: Day) {
  // Reading a statement uses only these fields of the scope.
  const scope = { accountId, categoryIds: [await portal.given.category('Licenses')] }
  const range = { from, to }
  const read = await readStatement(portal.deps.db, scope as unknown as Scope, range)
  const { lines, aging } = read.accounts[0]!
  const { closing, today: _, ...others } = lines
  expect(sum(Object.values(others))).toBe(closing)
  expect(sum(Object.values(aging))).toBe(closing)
  expect(sum(read.invoices.map(({ dueCents }) => dueCents))).toBe(closing)
  const moved = read.payments.map(({ cents }) => cents)
  expect(sum(moved)).toBe(lines.payments + lines.refunds + lines.chargebacks)
  return lines
}
const said = (lines: object) =>
  Object.entries(lines)
    .flatMap(([line, cents]) => (cents === 0 ? [] : `${line} ${cents / 100}`))
    .join(', ')

interface Books extends NonNullable<Parameters<typeof portal.given.invoice>[2]> {
  /** How much of the payment the record of the invoice contains, and how much the record of another invoice does. */
  contains?: number
  elsewhere?: number
  /** How many days ago the payment was found; null or absent if it was not. */
  found?: number | null
  refunded?: { cents: number; at: number }
  lost?: number
  isPaying?: boolean
}

// An invoice of $100 with a card payment of $100, in three statements: one ends on the day of the payment, one covers
// the next day, that of the refund, to today, and one starts tomorrow.
test.each<[string, Books, ...lines: string[]]>([
  [
    'a refund that the record shows is due again',
    { contains: 7000, balance: 3000, refunded: { cents: 3000, at: 29 } },
    'invoices 100, payments -100, today 30',
    'refunds 30, closing 30, today 30',
  ],
  [
    'a lost dispute is a chargeback',
    { contains: 0, balance: 10_000, lost: 10_000 },
    'invoices 100, payments -100, today 100',
    'chargebacks 100, closing 100, today 100',
  ],
  [
    'a refund from before the payment was found has the day of the finding',
    { contains: 7000, balance: 3000, found: 29, refunded: { cents: 3000, at: 40 } },
    'invoices 100, closing 100, today 30',
    'opening 100, payments -100, refunds 30, closing 30, today 30',
  ],
  [
    'the books applied the payment to another invoice',
    { contains: 0, balance: 10_000, elsewhere: 10_000 },
    'invoices 100, payments -100, recorded 100, closing 100, today 100',
    'opening 100, closing 100, today 100',
  ],
  [
    'of a payment that was refunded in part, another invoice has more than is left',
    { contains: 0, balance: 10_000, elsewhere: 9000, refunded: { cents: 3000, at: 29 } },
    'invoices 100, payments -100, recorded 70, closing 70, today 100',
    'opening 70, refunds 30, closing 100, today 100',
  ],
  [
    'another payment is being made: pending, and not used yet',
    { contains: 0, balance: 10_000, elsewhere: 10_000, isPaying: true },
    'invoices 100, payments -100, recorded 100, closing 100',
    'opening 100, pending -100',
  ],
  [
    'no record needs the payment',
    { contains: 0, balance: 0 },
    'invoices 100, payments -100, notApplied 100, recorded -100',
    '',
  ],
  [
    'nothing is left in books that name no payments',
    { namesPayments: false, balance: 0 },
    'invoices 100, payments -100',
    '',
  ],
  [
    'books that name no payments show a balance after one',
    { namesPayments: false, balance: 5000 },
    'invoices 100, payments -100',
    '',
  ],
  [
    'a credit',
    { amount: -10_000, balance: -10_000, found: null },
    'credits -100, closing -100, today -100',
    'opening -100, closing -100, today -100',
  ],
  [
    'an amount that the books are charging is pending from today on',
    { charged: true, found: null },
    'invoices 100, closing 100',
    'opening 100, pending -100',
  ],
  [
    'an invoice of a day to come is due today',
    { date: ago(-20), found: null },
    'today 100',
    'later 100, closing 100, today 100',
  ],
])('%s', async (_what, books, ...lines) => {
  const { given, system } = portal
  const { contains, elsewhere, found = 30, refunded, lost, isPaying, ...is } = books
  const accountId = `T${(companies += 1)}`
  await given.company(accountId)
  await given.invoice(accountId, accountId, { date: ago(60), due: ago(50), amount: 10_000, ...is })
  if (found !== null) {
    const id = await writePayment(system, accountId, 10_000, true, noon(found))
    await given.invoice(accountId, `${accountId}-other`, { category: 'Hidden', balance: 0 })
    for (const [number, cents] of [
      [accountId, contains],
      [`${accountId}-other`, elsewhere],
    ])
      if (cents !== undefined)
        await system.query(
          `insert into invoice_portal_payment select account_id, id, $1, $2 from invoice where invoice_number = $3`,
          [id, cents, number],
        )
    if (refunded) await writeRefund(system, id, refunded.cents, noon(refunded.at))
    if (lost) await writeLostDispute(system, id, lost, noon(29))
    if (isPaying)
      await system.query(
        `insert into payment_attempt (account_id, invoice_id, invoice_number, card_id, amount_cents, currency, actor_name,
                                      ip_address, lease_until)
         select account_id, invoice_id, invoice_number, card_id, 10000, 'USD', 'Ana', '::1', 'infinity'
           from payment_attempt where id = $1`,
        [id],
      )
  }
  const past = await linesOf(accountId, ago(70), ago(30))
  const now = await linesOf(accountId, ago(29), today)
  const later = await linesOf(accountId, addDays(today, 1), addDays(today, 9))
  expect([said(past), said(now)]).toEqual(lines)
  expect([now.opening, later.opening]).toEqual([past.closing, now.closing - now.later])
})
let companies = 0
