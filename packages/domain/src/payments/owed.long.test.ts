import { describe, expect, test } from 'vitest'
import { effort } from '../../../../tools/random-tests.ts'
import { searchBooks, type MoneyRules, type Scope } from '../../test/books-search.ts'
import { chargeableCents, isStale, owed, type InvoiceMoney } from './owed.ts'

const rules: MoneyRules = { owed, chargeableCents, isStale }
const depth = effort > 1 ? 6 : 5
const scopes: Scope[] = [
  { books: 'named', depth },
  { books: 'named', deletes: true, depth },
  { books: 'unnamed', depth },
  { books: 'never', depth },
]

test.each(scopes)(
  'books $books, deleted invoices $deletes: nothing is overcharged or locked, up to $depth steps',
  (scope) => {
    const { states, harms } = searchBooks(rules, scope)
    console.log(`books ${scope.books}${scope.deletes ? ' with deletions' : ''}: ${states} states`)
    expect(Object.fromEntries(harms)).toEqual({})
    expect(states).toBeGreaterThan(5_000)
  },
  600_000,
)

const netOf = ({ payments }: InvoiceMoney) =>
  payments.reduce((sum, { netCents }) => sum + netCents, 0)
const without = (part: Partial<MoneyRules>): MoneyRules => ({ ...rules, ...part })
const unbounded = () => Infinity

describe('a wrong rule is found', () => {
  test.each<[string, MoneyRules, Scope['books']]>([
    [
      'the first version: the books contain a payment when their balance has fallen by it',
      without({
        owed: (invoice) => {
          const { amountCents, balanceCents } = invoice.record
          const isContained = balanceCents <= amountCents - netOf(invoice)
          return { cents: isContained ? balanceCents : balanceCents - netOf(invoice) }
        },
        chargeableCents: unbounded,
      }),
      'named',
    ],
    [
      'payments named without amounts',
      without({
        owed: ({ record, payments, elsewhere }) => {
          const isNamed = (id: string) => id in (record.portalPayments ?? {}) || id in elsewhere
          const missing = payments.filter(({ id }) => !isNamed(id))
          return { cents: missing.reduce((left, one) => left - one.netCents, record.balanceCents) }
        },
        chargeableCents: unbounded,
      }),
      'named',
    ],
    [
      'what other invoices contain is not counted',
      without({ owed: (invoice) => owed({ ...invoice, elsewhere: {} }) }),
      'named',
    ],
    ['an older record counts', without({ isStale: () => false }), 'named'],
    [
      'a balance after a payment is trusted though no payments are named',
      without({
        owed: (invoice) =>
          invoice.record.portalPayments ? owed(invoice) : { cents: invoice.record.balanceCents },
      }),
      'unnamed',
    ],
    [
      'books that never contain payments are trusted',
      without({ owed: ({ record }) => ({ cents: record.balanceCents }) }),
      'never',
    ],
    [
      'an invoice is never charged a second time, though the books demand more',
      without({ owed: (invoice) => (netOf(invoice) ? { cents: 0 } : owed(invoice)) }),
      'named',
    ],
  ])('%s', (_name, wrong, books) => {
    const { harms } = searchBooks(wrong, { books, depth: 4 })
    for (const [harm, trail] of harms) console.log(`${harm}: ${trail.join(' > ')}`)
    expect(harms.size).toBeGreaterThan(0)
  })
})
