import { perWhole } from '../kernel/millionths.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '../../../../tools/random-tests.ts'
import { anyBills, bill, bookedLine as line } from '../../test/bills.ts'
import { signOf, type Bill } from './bill.ts'
import { causeKinds, type CauseFacts } from './change-causes.ts'
import { roundedCents } from './change-parts.ts'
import { explainChange, noComparison } from './explain-change.ts'
import { firstSentence } from './show-change.ts'
import { pairLines } from './pair-lines.ts'

const facts: CauseFacts = {
  monthsOf: () => undefined,
  otherInvoiceOf: () => undefined,
  isPerUser: ({ productName }) => productName.startsWith('TT'),
}
const none = new Set<never>()

const explain = (before: Bill | Bill[], after: Bill, known: Partial<CauseFacts> = {}) => {
  const earlier = [before].flat()
  const pairing = pairLines(
    earlier.flatMap(({ lines }) => lines),
    after.lines,
  )
  return explainChange(
    earlier,
    after,
    { ...pairing, movedAway: none, movedHere: none },
    { ...facts, ...known },
  )
}

test('the causes of any two bills sum to their difference, and each line is paired once', () => {
  const seenKinds = new Set<string>()
  fc.assert(
    fc.property(anyBills, ([before, after]) => {
      const { pairs, removed, added } = pairLines(before.lines, after.lines)
      const seen = [pairs.map((pair) => pair.before), removed].flat()
      expect(seen).toHaveLength(before.lines.length)
      expect(new Set(seen)).toEqual(new Set(before.lines))
      const came = [pairs.map((pair) => pair.after), added].flat()
      expect(came).toHaveLength(after.lines.length)
      expect(new Set(came)).toEqual(new Set(after.lines))
      for (const pair of pairs)
        expect(signOf(pair.before) * signOf(pair.after)).toBeGreaterThanOrEqual(0)
      const change = explain(before, after)
      expect(change.difference).toBe(after.amountCents - before.amountCents)
      expect(change.causes.reduce((sum, { cents }) => sum + cents, 0)).toBe(change.difference)
      for (const cause of change.causes) seenKinds.add(cause.kind)
      for (const cause of change.causes)
        expect(cause.parts.reduce((sum, { cents }) => sum + cents, 0)).toBe(cause.cents)
      expect(change.sentence).toMatch(/\.$/)
      expect(change.sentence).not.toMatch(/undefined|NaN|null/)
    }),
    { numRuns: runs(2000) },
  )
  // Kinds that need facts from outside the two bills are not planted.
  const others = ['periodic', 'movedHere', 'movedAway']
  expect([...seenKinds].toSorted()).toEqual(
    causeKinds.filter((kind) => !others.includes(kind)).toSorted(),
  )
})

test.each([
  [perWhole * 1_575_000_000n, 'USD', 157_500],
  [500n * perWhole, 'USD', 0],
  [5000n * perWhole, 'USD', 1],
  [-5000n * perWhole, 'USD', -1],
  [4900n * perWhole, 'USD', 0],
  [perWhole * 1_500_000n, 'JPY', 2],
  [perWhole * 1_500_400n, 'KWD', 1500],
  // A number that JavaScript cannot represent exactly.
  [perWhole * 900_719_925_474_099_300n, 'USD', 90_071_992_547_410],
])(
  '%s millionths of millionths of %s are %s minor units, half away from zero',
  (product, currency, cents) => {
    expect(roundedCents(product, currency)).toBe(cents)
  },
)

const team = (price: number, ...people: string[]) =>
  people.map((name) => line('TT Pro', name, 1, price))

test.each<[string, Bill | Bill[], Bill, string]>([
  [
    'nothing changed',
    bill('2026-10', team(1500, 'Ann')),
    bill('2026-11', team(1500, 'Ann')),
    'Same total as Oct 2026.',
  ],
  [
    'one price',
    bill('2026-10', team(100_000, 'Ann', 'Tom')),
    bill('2026-11', team(103_500, 'Ann', 'Tom')),
    '$70.00 (3.5%) more than Oct 2026: price of TT Pro +3.5%.',
  ],
  [
    'one rise of all prices',
    bill('2026-10', [line('TT Pro', 'Ann', 1, 100_000), line('Gateway', '', 2, 20_000)]),
    bill('2026-11', [line('TT Pro', 'Ann', 1, 110_000), line('Gateway', '', 2, 22_000)]),
    '$140.00 (10.0%) more than Oct 2026: prices of all 2 products +10.0%.',
  ],
  [
    'people came and went',
    bill('2026-10', team(10_000, 'Ann Chen', 'Tom Rossi')),
    bill('2026-11', team(10_000, 'Ann Chen', 'Wei Kim', 'Olu Okafor')),
    '$100.00 (50.0%) more than Oct 2026: 2 users added (Wei Kim and Olu Okafor), +$200.00; 1 user removed (Tom Rossi), −$100.00.',
  ],
  [
    'the same total, though lines changed',
    bill('2026-10', [line('Gateway', 'LD4', 1, 5000)]),
    bill('2026-11', [line('Cabinet', 'NY4', 1, 5000)]),
    'Same total as Oct 2026, though lines changed: Cabinet added, +$50.00; Gateway removed, −$50.00.',
  ],
  [
    'a quantity',
    bill('2026-10', [line('Historical Ticks', '', 28, 1000)]),
    bill('2026-11', [line('Historical Ticks', '', 23, 1000)]),
    '$50.00 (17.9%) less than Oct 2026: 23 × Historical Ticks instead of 28.',
  ],
  [
    'tax never leads',
    bill('2026-10', [line('Gateway', '', 1, 100), line('Sales Tax', '', 1, 900)]),
    bill('2026-11', [line('Gateway', '', 2, 100), line('Sales Tax', '', 1, 1800)]),
    '$10.00 (100.0%) more than Oct 2026: 2 × Gateway instead of 1, +$1.00; tax, +$9.00.',
  ],
  [
    'smaller changes are summed',
    bill('2026-10', [line('A', 'x', 1, 10_000), line('B', 'x', 1, 200), line('C', 'x', 1, 200)]),
    bill('2026-11', [line('A', 'x', 2, 10_000), line('B', 'x', 2, 200), line('C', 'x', 3, 200)]),
    '$106.00 (101.9%) more than Oct 2026: 2 × A instead of 1, +$100.00; 2 smaller changes, net +$6.00.',
  ],
  [
    'causes are named until nine tenths of the changes are',
    bill(
      '2026-10',
      ['A', 'B', 'C', 'D', 'E'].map((name) => line(name, 'x', 1, 100)),
    ),
    bill(
      '2026-11',
      ['A', 'B', 'C', 'D', 'E'].map((name, nth) => line(name, 'x', [101, 86, 10, 4, 4][nth]!, 100)),
    ),
    '$200.00 more than Oct 2026: 101 × A instead of 1, +$100.00; 86 × B instead of 1, +$85.00; 3 smaller changes, net +$15.00.',
  ],
  [
    'prices that rise by different shares',
    bill('2026-10', [line('A', 'x', 1, 100), line('B', 'x', 1, 100)]),
    bill('2026-11', [line('A', 'x', 1, 110), line('B', 'x', 1, 150)]),
    '$0.60 (30.0%) more than Oct 2026: price of B +50.0%, +$0.50; price of A +10.0%, +$0.10.',
  ],
  [
    'a rename, which costs nothing',
    bill('2026-10', team(10_000, 'Ann Chen', 'Tom Rossi')),
    bill('2026-11', team(10_000, 'Ann Chen-Smith', 'Tom Rossi')),
    'Same total as Oct 2026. Also: Ann Chen is now Ann Chen-Smith.',
  ],
  [
    'a replaced product',
    bill('2026-10', team(10_000, 'Ann Chen', 'Tom Rossi')),
    bill('2026-11', [line('TT Core', 'Ann Chen', 1, 9000), line('TT Core', 'Tom Rossi', 1, 9000)]),
    '$20.00 (10.0%) less than Oct 2026: TT Pro replaced by TT Core.',
  ],
  [
    'products without users, which may have nothing to do with each other',
    bill('2026-10', [line('Gone', '', 2, 5000)]),
    bill('2026-11', [line('Fresh', '', 3, 3000)]),
    '$10.00 (10.0%) less than Oct 2026: Fresh instead of Gone.',
  ],
  [
    'the same at the same total',
    bill('2026-10', [line('Gone', '', 1, 5000)]),
    bill('2026-11', [line('Fresh', '', 1, 5000)]),
    'Same total as Oct 2026. Also: Fresh instead of Gone.',
  ],
  [
    'several products whose notes are those of many lines',
    bill('2026-10', [
      ...['A', 'B', 'C', 'D'].map((name) => line(name, 'monthly fee', 1, 100)),
      line('Gone', 'monthly fee', 1, 5000),
    ]),
    bill('2026-11', [
      ...['A', 'B', 'C', 'D'].map((name) => line(name, 'monthly fee', 1, 100)),
      line('Fresh', 'monthly fee', 1, 4000),
    ]),
    '$10.00 (18.5%) less than Oct 2026: Fresh instead of Gone.',
  ],
  [
    'two persons with one family name',
    bill('2026-10', team(10_000, 'Ann Chen', 'Tom Rossi')),
    bill('2026-11', team(10_000, 'Wei Chen', 'Tom Rossi')),
    'Same total as Oct 2026. Also: Wei Chen instead of Ann Chen.',
  ],
  [
    'merged bills',
    [
      bill('2026-10', team(1000, 'Ann')),
      bill('2026-10', [line('Gateway', '', 1, 500)], { id: '2' }),
    ],
    bill('2026-11', [...team(1000, 'Ann'), line('Gateway', '', 2, 500)]),
    '$5.00 (33.3%) more than 2 invoices of Oct 2026 together: 2 × Gateway instead of 1.',
  ],
  [
    'a partial month',
    bill('2026-10', team(3000, 'Ann')),
    bill('2026-11', [line('TT Pro', 'Ann', 0.5, 3000, { chargeType: 'prorated' })]),
    '$15.00 (50.0%) less than Oct 2026: partial month of TT Pro for Ann.',
  ],
  [
    'ten times as much has no percent',
    bill('2026-10', [line('Gateway', '', 1, 100)]),
    bill('2026-11', [line('Gateway', '', 11, 100)]),
    '$10.00 more than Oct 2026: 11 × Gateway instead of 1.',
  ],
  [
    'amounts outside the lines',
    bill('2026-10', team(1000, 'Ann')),
    bill('2026-11', team(1000, 'Ann'), { amountCents: 1250 }),
    '$2.50 (25.0%) more than Oct 2026: amounts outside the lines.',
  ],
  [
    'a charge for an earlier month',
    bill('2026-10', team(1000, 'Ann', 'Tom')),
    bill('2026-11', [
      ...team(1000, 'Ann', 'Tom'),
      line('TT Pro', 'Wei', 1, 1000, { description: 'Sep 2026' }),
    ]),
    '$10.00 (50.0%) more than Oct 2026: charges for earlier months.',
  ],
])('%s', (_, before, after, sentence) => {
  expect(explain(before, after).sentence).toBe(sentence)
})

test('a line that returns after some months is named with the interval, and a line of another bill with that bill', () => {
  const before = bill('2026-10', team(1000, 'Ann'))
  const after = bill('2026-11', [...team(1000, 'Ann'), line('Cabinet', 'LD4', 1, 5000)])
  expect(explain(before, after, { monthsOf: () => 3 }).sentence).toBe(
    '$50.00 (500.0%) more than Oct 2026: Cabinet, billed every 3 months.',
  )
  const { pairs, removed, added } = pairLines(before.lines, after.lines)
  const movedHere = new Set(added)
  const change = explainChange(
    [before],
    after,
    { pairs, removed, added, movedHere, movedAway: none },
    { ...facts, otherInvoiceOf: () => 'INV-9' },
  )
  expect(change.sentence).toBe('$50.00 (500.0%) more than Oct 2026: 1 line earlier on INV-9.')
})

test('the text of a bill that continues no other names the reason', () => {
  const one = bill('2026-11', team(1000, 'Ann'))
  expect(noComparison(one, undefined)).toBe('No earlier invoice is like this one.')
  expect(noComparison(one, 'EUR')).toBe(
    'The first invoice like this in USD: earlier ones were in EUR.',
  )
  expect(noComparison({ ...one, isLateFee: true }, undefined)).toMatch(/late fee/)
  expect(noComparison({ ...one, amountCents: -1 }, undefined)).toMatch(/credit/)
  expect(noComparison({ ...one, lines: [] }, undefined)).toMatch(/no lines/)
})

test('the first sentence contains only changes of money', () => {
  const first = '$5.00 (6.3%) less than Nov 2026: Also Inc. for Ann, −$5.00.'
  expect(firstSentence(first)).toBe(first)
  expect(firstSentence(`${first} Also: Ann is now Anna; Bo is now Bob.`)).toBe(first)
})
