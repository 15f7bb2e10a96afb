import { spendGroupings, type SpendGrouping } from '@portal/domain/spend/groupings'
import {
  lastMonth,
  monthOfInvoice,
  monthOfLine,
  monthsUntil,
} from '@portal/domain/spend/spend-months'
import type { Spend } from '@portal/domain/spend/spend.schema'
import { canBeSpread, spreadCharge } from '@portal/domain/spend/spread-charge'
import { addDays } from '@portal/domain/kernel/day'
import { decimalString, toCents } from '@portal/domain/kernel/money'
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { runs } from '../../../../tools/random-tests.ts'
import { testPortal } from '../../test/test-portal.ts'
import { importRecords } from '../import/import-records.ts'
import { recordSource } from '../import/sources.ts'

const portal = testPortal()
let count = 0

beforeAll(async () => {
  await portal.given.category('Hidden')
})

const cents = fc.oneof(fc.integer({ min: -99_999, max: 99_999 }), fc.constantFrom(0, 1, -1, 12_345))
const day = fc.integer({ min: 0, max: 900 }).map((days) => addDays('2024-06-01', days))
const line = fc.record({
  cents,
  product: fc.constantFrom('TT Pro', 'tt pro', ' TT Pro ', 'Ünal', ''),
  productId: fc.constantFrom('P1', null),
  user: fc.constantFrom('ann', 'ANN', null),
  city: fc.constantFrom('Chicago', ''),
  state: fc.constantFrom('IL', ''),
  start: fc.option(day, { nil: null }),
  length: fc.option(fc.oneof(fc.integer({ min: 0, max: 2000 }), fc.integer({ min: 28, max: 34 })), {
    nil: null,
  }),
})
const invoice = fc.record({
  nth: fc.nat(5),
  date: day,
  serviceMonth: fc.constantFrom('', '', '2025-03', '2026-09'),
  type: fc.constantFrom('License', 'license', 'Usage', ''),
  category: fc.constantFrom('Seen', 'Seen', 'Hidden'),
  currency: fc.constantFrom('USD', 'USD', 'KWD'),
  // What its lines do not explain.
  more: fc.constantFrom(0, 0, 750, -1),
  lines: fc.array(line, { maxLength: 5 }),
})
type Invoice = ReturnType<typeof invoice.generate>['value']
type Line = Invoice['lines'][number]
const step = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.uniqueArray(invoice, { selector: ({ nth }) => nth, minLength: 1, maxLength: 4 }),
  },
  { weight: 1, arbitrary: fc.nat(5) },
)

test('after any imports, spend is the plain sum of the charges that the reader may see', async () => {
  const steps = fc.array(step, { minLength: 1, maxLength: 5 })
  await fc.assert(
    fc.asyncProperty(steps, async (all) => {
      const accountId = `SP${(count += 1)}`
      await portal.given.company(accountId)
      const email = `r@sp${count}.example`
      await portal.given.user(email, accountId, ['AccessInvoices'], ['Seen'])
      const reader = await portal.signIn(email)
      const books = new Map<number, Invoice>()
      for (const one of all) {
        const keyOf = (nth: number) => `${accountId}-${nth}`
        const records =
          typeof one === 'number'
            ? [{ record: 'delete', kind: 'invoice', key: keyOf(one) }]
            : one.map((said) => recordOf(accountId, keyOf(said.nth), said))
        const rejects: unknown[] = []
        await importRecords(portal.system, [recordSource('books', records)], {
          onReject: (reject) => rejects.push(reject),
        })
        expect(rejects).toEqual([])
        if (typeof one === 'number') books.delete(one)
        else for (const said of one) books.set(said.nth, said)
      }
      const seen = [...books.values()].filter(({ category }) => category === 'Seen')
      for (const currency of new Set(seen.map((one) => one.currency)))
        for (const by of spendGroupings)
          for (const isSpread of [false, true]) {
            const query = `by=${by}&currency=${currency}&months=60&spread=${isSpread}`
            const answer = (await reader.get(`/api/invoice/spend?${query}`)).json<Spend>()
            const some = seen.filter((one) => one.currency === currency)
            expect(sumsOf(answer, currency)).toEqual(plainSums(some, by, isSpread))
          }
    }),
    { numRuns: runs(6) },
  )
})

const total = (lines: readonly Line[]) => lines.reduce((sum, line) => sum + line.cents, 0)

function recordOf(accountId: string, invoiceNumber: string, said: Invoice) {
  const { currency, lines, more } = said
  return {
    record: 'invoice',
    accountId,
    invoiceNumber,
    date: said.date,
    serviceMonth: said.serviceMonth || undefined,
    invoiceType: said.type,
    invoiceCategory: said.category,
    currencyIsoCode: currency,
    amount: decimalString(total(lines) + more, currency),
    balanceDue: '0',
    lineItems: lines.map((line) => ({
      productName: line.product,
      productId: line.productId,
      userName: line.user,
      city: line.city,
      state: line.state,
      servicePeriodStart: line.start,
      servicePeriodEnd: endOf(line),
      total: decimalString(line.cents, currency),
    })),
  }
}

/** A line may have an end without a start. */
const endOf = ({ start, length }: Line) =>
  length === null ? null : addDays(start ?? '2026-01-01', length)

type Sums = Record<string, number>

/** The answer as sums by group and month, without those that are zero. */
function sumsOf({ groups, months, earlier, later }: Spend, currency: string): Sums {
  const cells = groups.flatMap(({ kind, name, amounts }) =>
    amounts.map((amount, at) => [
      `${kind} ${name.toLowerCase()} ${months[at]}`,
      toCents(amount, currency),
    ]),
  )
  return nonZero([
    ...(cells as [string, number][]),
    ['earlier', toCents(earlier, currency)],
    ['later', toCents(later, currency)],
    [`last ${months.at(-1)}`, 1],
  ])
}

const nonZero = (all: [string, number][]): Sums =>
  Object.fromEntries(all.filter(([, cents]) => cents !== 0))

/** The same, line by line. */
function plainSums(invoices: readonly Invoice[], by: SpendGrouping, isSpread: boolean): Sums {
  const charges = invoices.flatMap((invoice) => [
    ...invoice.lines.map((line) => ({
      group: groupOf(line, invoice, by),
      month: monthOfLine({ servicePeriodStart: line.start }, invoice),
      parts: partsOf(line, invoice, isSpread),
    })),
    {
      group: by === 'type' ? named(invoice.type) : 'notItemized ',
      month: monthOfInvoice(invoice),
      parts: [{ month: monthOfInvoice(invoice), cents: invoice.more }],
    },
  ])
  const newest = invoices
    .map(({ date }) => date)
    .toSorted()
    .at(-1)!
  const last = lastMonth(
    charges.map(({ month }) => month),
    newest,
  )
  const months = monthsUntil(last, 60)
  const sums = new Map<string, number>([[`last ${last}`, 1]])
  for (const { group, parts } of charges)
    for (const { month, cents } of parts) {
      const outside = month < months[0]! ? 'earlier' : 'later'
      const key = months.includes(month) ? `${group} ${month}` : outside
      sums.set(key, (sums.get(key) ?? 0) + cents)
    }
  return nonZero([...sums])
}

const named = (name: string) => `${name.trim() ? 'named' : 'unnamed'} ${name.trim().toLowerCase()}`

function groupOf(line: Line, invoice: Invoice, by: SpendGrouping): string {
  if (by === 'type') return named(invoice.type)
  if (by === 'user') return named(line.user ?? '')
  if (by === 'site') return named([line.city, line.state].filter(Boolean).join(', '))
  return named(line.product || (line.productId ?? ''))
}

function partsOf(line: Line, invoice: Invoice, isSpread: boolean) {
  const to = endOf(line)
  if (isSpread && line.start && to && canBeSpread(line.start, to))
    return spreadCharge(line.cents, line.start, to)
  return [{ month: monthOfLine({ servicePeriodStart: line.start }, invoice), cents: line.cents }]
}
