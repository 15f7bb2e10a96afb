import fc from 'fast-check'
import { expect, test } from 'vitest'
import { chartLayout, namedMonths, seriesAt } from './chart-layout.ts'
import type { SpendSeries } from './spend-figures.ts'

const size = { width: 1000, height: 300, left: 60, below: 24 }
const series = (...cents: number[]): SpendSeries => ({
  kind: 'named',
  name: 'a',
  label: 'a',
  mark: 1,
  cents,
})

test('charges are stacked above zero, credits below, to one scale', () => {
  const { months, zeroY, ticks } = chartLayout([series(300, 100), series(100, -100)], 2, size)
  const [first, second] = months
  expect(first!.parts[0]!.y + first!.parts[0]!.height).toBeCloseTo(zeroY - 1)
  expect(first!.parts[1]!.y).toBeCloseTo(8)
  expect(second!.parts[1]!.y).toBeCloseTo(zeroY)
  expect(ticks.map(({ cents }) => cents)).toEqual([-100, 0, 100, 200, 300, 400])
  expect(seriesAt(first!, zeroY - 5)).toBe(0)
  expect(seriesAt(first!, 10)).toBe(1)
  expect(seriesAt(second!, zeroY + 5)).toBe(1)
  expect(seriesAt(second!, 0)).toBeUndefined()
})

test('without figures there are no bars, but an axis', () => {
  const { months, ticks } = chartLayout([series(0, 0)], 2, size)
  expect(months.flatMap(({ parts }) => parts)).toEqual([])
  expect(ticks).toEqual([{ cents: 0, y: 276 }])
})

test('any amounts stay within the chart, in proportion', () => {
  const cents = fc.integer({ min: -(10 ** 14), max: 10 ** 14 })
  const three = fc.tuple(cents, cents, cents)
  fc.assert(
    fc.property(fc.array(three, { minLength: 1, maxLength: 11 }), (all) => {
      const { months, ticks, top, bottom, zeroY } = chartLayout(
        all.map((amounts) => series(...amounts)),
        3,
        size,
      )
      for (const { parts, barX, barWidth } of months) {
        for (const { y, height, series } of parts) {
          expect(y).toBeGreaterThanOrEqual(top - 0.01)
          expect(y + height).toBeLessThanOrEqual(bottom + 0.01)
          expect(height).toBeGreaterThanOrEqual(0)
          const isAbove = y + height <= zeroY + 0.01
          expect(isAbove || y >= zeroY - 0.01, `series ${series} on one side of zero`).toBe(true)
        }
        expect(barX + barWidth).toBeLessThanOrEqual(size.width)
      }
      expect(ticks.length).toBeLessThanOrEqual(6)
      expect(ticks.some(({ cents }) => cents === 0)).toBe(true)
      for (const { y } of ticks) expect(y >= top - 0.01 && y <= bottom + 0.01).toBe(true)
    }),
  )
})

test('the names of months do not overlap', () => {
  const months = ['2025-12', '2026-01', '2026-02', '2026-03', '2026-04', '2026-07']
  expect(namedMonths(months, 60, 50)).toEqual(months.map(() => true))
  expect(namedMonths(months, 20, 50)).toEqual([false, true, false, false, true, true])
  expect(namedMonths(months, 14, 80)).toEqual([false, true, false, false, false, true])
  expect(namedMonths(months, 5, 80)).toEqual([false, true, false, false, false, false])
})
