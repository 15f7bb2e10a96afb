import { beforeAll, expect, test } from 'vitest'
import { addDays, formatDay, shortDay, startOfMonth, type Day } from '@portal/domain/kernel/day'
import { agingBuckets } from '@portal/domain/payments/aging'
import type { Aging } from '@portal/domain/payments/aging.schema'
import { writePayment, writeRefund } from '../../test/books.ts'
import { pdfPages } from '../../test/pdf-text.ts'
import type { Browser } from '../../test/portal.ts'
import { testPortal } from '../../test/test-portal.ts'
import { readSpreadsheet } from '../../test/read-spreadsheet.ts'

const portal = testPortal()
let ana: Browser
const today = new Date().toISOString().slice(0, 10)
const ago = (days: number) => addDays(today, -days)

beforeAll(async () => {
  await portal.given.company('A1', 'Aldgate')
  await portal.given.user('ana@a.example', 'A1', ['AccessInvoices'], ['Licenses'])
  ana = await portal.signIn('ana@a.example')
})

const path = (from: Day, to: Day, more = '') =>
  `/api/invoice/statements?startdate=${shortDay(from)}&statementdate=${shortDay(to)}${more}`

/** The account in USD from the spreadsheet: amount by line. */
async function account(from: Day, to: Day): Promise<Record<string, unknown>> {
  const { rows } = readSpreadsheet((await ana.get(path(from, to, '&format=xlsx'))).rawPayload)
  const lines = rows.filter((row) => row.length === 7 && row[6]?.value === 'USD')
  return Object.fromEntries(
    lines.map((row) => [String(row[0]?.value).replace(/ \(.*| on .*/, ''), row[5]?.value]),
  )
}

test('the balance is all that is open, whatever its date, by the ages of the panel', async () => {
  const { given, system } = portal
  const first = startOfMonth(today)
  const earlier = (days: number) => addDays(first, -days)
  await given.invoice('A1', 'OLD', { date: earlier(70), due: earlier(40), balance: 1_935_560 })
  await given.invoice('A1', 'NEW', { date: first, due: addDays(today, 20), balance: 58_928_540 })
  // A past defect: a credit with a due date was 'Other' on the page and '1-30 Days' in the
  // statement.
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
  await given.user('cleo@c.example', 'C1', ['AccessInvoices'], ['Licenses'])
  ana = await portal.signIn('cleo@c.example')
  await given.invoice('C1', 'PAID', { date: ago(60), due: ago(50), amount: 10_000, balance: 6000 })
  await given.invoice('C1', 'BANK', { date: ago(55), amount: 5000, balance: 0 })
  const id = await writePayment(system, 'PAID', 4000, true, new Date(`${ago(20)}T12:00Z`))
  await system.query(
    `insert into invoice_portal_payment select account_id, id, $1, 4000 from invoice where invoice_number = 'PAID'`,
    [id],
  )
  await writeRefund(system, id, 1500, new Date(`${ago(10)}T12:00Z`))
  // No card payment on that day; the bank transfer has no date, and counts with its invoice.
  expect(await account(ago(70), ago(30))).toMatchObject({
    'Opening balance': 0,
    Invoices: 150,
    'Card payments in this portal': 0,
    'Other payments, credits, and changes in our books': -50,
    'Closing balance': 100,
    [`Change after ${formatDay(ago(30))}`]: -40,
    'Balance due': 60,
  })
  // The books do not show the refund, so it is not requested.
  expect(await account(ago(29), today)).toMatchObject({
    'Opening balance': 100,
    Invoices: 0,
    'Card payments in this portal': -40,
    Refunds: 15,
    'Refunded or charged back, not due again': -15,
    'Closing balance': 60,
  })
})
