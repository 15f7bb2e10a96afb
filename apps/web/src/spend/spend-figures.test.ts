import fc from 'fast-check'
import { expect, test } from 'vitest'
import { foldedFigures, mostOnPhone, sum, type SpendFigures } from './spend-figures.ts'

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

test('a phone has few parts, which add up to the same totals; the first ones keep their marks', () => {
  const cents = fc.integer({ min: -(10 ** 12), max: 10 ** 12 })
  fc.assert(
    fc.property(fc.array(fc.tuple(cents, cents), { maxLength: 11 }), (amounts) => {
      const figures = figuresOf(amounts)
      const { series } = foldedFigures(figures)
      expect(series).toHaveLength(Math.min(amounts.length, mostOnPhone))
      const totals = [0, 1].map((month) => sum(series.map((one) => one.cents[month] ?? 0)))
      expect(totals).toEqual(figures.totals)
      const own = amounts.length > mostOnPhone ? mostOnPhone - 1 : amounts.length
      expect(series.slice(0, own)).toEqual(figures.series.slice(0, own))
      expect(series.slice(own).map(({ label, mark }) => ({ label, mark }))).toEqual(
        amounts.length > mostOnPhone ? [{ label: 'Other', mark: 0 }] : [],
      )
    }),
  )
})
