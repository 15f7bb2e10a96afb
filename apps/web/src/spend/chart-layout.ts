import type { Cents } from '@portal/domain/kernel/money'
import type { SpendSeries } from './spend-figures.ts'

/** The part of a series in a month, in px. */
export interface ChartPart {
  /** The index of the series. */
  series: number
  y: number
  height: number
}

export interface ChartMonth {
  /** The whole column, which reacts to the pointer; the bar is in the middle. */
  x: number
  width: number
  barX: number
  barWidth: number
  /** From the bottom of the bar to its top; credits start at zero and go down. */
  parts: ChartPart[]
}

export interface ChartLayout {
  months: ChartMonth[]
  ticks: { cents: Cents; y: number }[]
  zeroY: number
  /** The left and right edge of the bars. */
  top: number
  bottom: number
}

interface ChartSize {
  width: number
  height: number
  /** The room for the labels of the axis. */
  left: number
  /** The room for the names of the months. */
  below: number
}

const gap = 1
const mostIntervals = 5

/** Places stacked bars: positive parts above zero, negative parts below. */
export function chartLayout(
  series: readonly Pick<SpendSeries, 'cents'>[],
  months: number,
  size: ChartSize,
) {
  const columns = Array.from({ length: months }, (_, month) =>
    series.map(({ cents }) => cents[month] ?? 0),
  )
  const highest = Math.max(0, ...columns.map((all) => sumOf(all, 1)))
  const lowest = Math.min(0, ...columns.map((all) => sumOf(all, -1)))
  const range = highest - lowest || 1
  const top = 8
  const bottom = size.height - size.below
  const yOf = (cents: Cents) => bottom - ((cents - lowest) / range) * (bottom - top)
  const step = (size.width - size.left) / Math.max(1, months)
  const barWidth = Math.max(2, Math.min(48, step * 0.74))
  return {
    months: columns.map((all, month): ChartMonth => {
      const x = size.left + month * step
      return { x, width: step, barX: x + (step - barWidth) / 2, barWidth, parts: stack(all, yOf) }
    }),
    ticks: ticksOf(lowest, highest).map((cents) => ({ cents, y: yOf(cents) })),
    zeroY: yOf(0),
    top,
    bottom,
  } satisfies ChartLayout
}

function stack(column: readonly Cents[], yOf: (cents: Cents) => number): ChartPart[] {
  let above = 0
  let below = 0
  return column.flatMap((cents, series) => {
    if (cents === 0) return []
    const from = cents > 0 ? above : below
    if (cents > 0) above += cents
    else below += cents
    const [y, end] = [yOf(Math.max(from, from + cents)), yOf(Math.min(from, from + cents))]
    // A gap distinguishes neighbors without colors; thin parts keep their height.
    const height = end - y
    return { series, y, height: height > 3 * gap ? height - gap : height }
  })
}

const sumOf = (column: readonly Cents[], sign: 1 | -1): Cents =>
  column.reduce((sum, cents) => (cents * sign > 0 ? sum + cents : sum), 0)

/** Round amounts for the axis, zero among them. */
function ticksOf(lowest: Cents, highest: Cents): Cents[] {
  const least = Math.max(1, (highest - lowest) / mostIntervals)
  const power = 10 ** Math.floor(Math.log10(least))
  const steps = [1, 2, 2.5, 5, 10].map((times) => power * times)
  const step = steps.find((cents) => Number.isInteger(cents) && cents >= least) ?? power * 10
  const ticks: Cents[] = []
  // Adding 0 makes a 0 of -0.
  for (let at = Math.ceil(lowest / step) + 0; at * step <= highest; at += 1) ticks.push(at * step)
  return ticks
}

/** Returns the months whose names fit: all, or one per quarter, half year or year. */
export function namedMonths(months: readonly string[], step: number, nameWidth: number): boolean[] {
  const every = [1, 3, 6, 12].find((count) => step * count >= nameWidth) ?? 12
  return months.map((month) => (Number(month.slice(5, 7)) - 1) % every === 0)
}

/** Returns the index of the series under the pointer, if any. */
export const seriesAt = (month: ChartMonth, y: number): number | undefined =>
  month.parts.find((part) => y >= part.y - gap && y <= part.y + part.height + gap)?.series
