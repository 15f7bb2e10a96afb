import fc from 'fast-check'
import { monthsUntil } from '@portal/domain/spend/spend-months'
import { expect, test } from 'vitest'
import {
  fewestMonths,
  foldedFigures,
  mostParts,
  spendFigures,
  sum,
  type SpendFigures,
} from './spend-figures.ts'

const figuresOf = (amounts: readonly number[][]): SpendFigures => ({
  by: 'product',
  currency: 'USD',
  currencies: ['USD'],
  months: ['2026-10', '2026-11'],
  series: amounts.map((cents, at) => ({
    kind: 'named',
    name: `${at}`,
    label: `${at}`,
    mark: at + 1,
    cents,
  })),
  totals: [0, 1].map((month) => sum(amounts.map((cents) => cents[month] ?? 0))),
  changes: [],
  laterCents: 0,
  isOfVisible: false,
})

test('a bar has few parts, which add up to the same totals; the first ones keep their marks', () => {
  const cents = fc.integer({ min: -(10 ** 12), max: 10 ** 12 })
  fc.assert(
    fc.property(fc.array(fc.tuple(cents, cents), { maxLength: 11 }), (amounts) => {
      const figures = figuresOf(amounts)
      const { series } = foldedFigures(figures)
      expect(series).toHaveLength(Math.min(amounts.length, mostParts))
      const totals = [0, 1].map((month) => sum(series.map((one) => one.cents[month] ?? 0)))
      expect(totals).toEqual(figures.totals)
      const own = amounts.length > mostParts ? mostParts - 1 : amounts.length
      expect(series.slice(0, own)).toEqual(figures.series.slice(0, own))
      expect(series.slice(own).map(({ label, mark }) => ({ label, mark }))).toEqual(
        amounts.length > mostParts ? [{ label: 'Other', mark: 0 }] : [],
      )
    }),
  )
})

test('months before the first spend are left out, unless there is spend before them', () => {
  const amount = fc.integer({ min: -1000, max: 1000 })
  const row = fc.array(fc.oneof(fc.constant(0), amount), { minLength: 24, maxLength: 24 })
  const idle = fc.nat({ max: 23 })
  fc.assert(
    fc.property(
      fc.array(row, { maxLength: 3 }),
      idle,
      fc.oneof(fc.constant(0), amount),
      (rows, empty, earlier) => {
        const months = monthsUntil('2026-11', 24)
        const amounts = rows.map((all) => all.map((one, at) => (at < empty ? 0 : one)))
        const figures = spendFigures(
          {
            currencyIsoCode: 'USD',
            currencies: ['USD'],
            months,
            groups: amounts.map((one, at) => ({
              kind: 'named',
              name: `${at}`,
              count: 1,
              amounts: one,
            })),
            changes: [],
            earlier,
            later: 0,
            isOfVisible: false,
          },
          'product',
        )
        const begun = months.findIndex((_, month) => amounts.some((one) => one[month] !== 0))
        const shown = earlier !== 0 || begun < 0 ? 24 : Math.max(24 - begun, fewestMonths)
        expect(figures.months).toEqual(months.slice(24 - shown))
        expect(figures.series.map(({ cents }) => cents)).toEqual(
          amounts.map((one) => one.slice(24 - shown).map((dollars) => dollars * 100)),
        )
      },
    ),
  )
})
