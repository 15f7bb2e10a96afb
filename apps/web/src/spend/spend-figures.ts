import type { Month } from '@portal/domain/kernel/month'
import { toCents, type Cents } from '@portal/domain/kernel/money'
import type { SpendGrouping, SpendKind } from '@portal/domain/spend/groupings'
import type { Spend } from '@portal/domain/spend/spend.schema'
import { groupLabel } from './spend-words.ts'

/** A color of the chart and a row of the table. */
export interface SpendSeries {
  kind: SpendKind
  /** The name on the bills; empty if there is none. */
  name: string
  label: string
  /** The number of its color and pattern, from 1; 0 for the sum of the others. */
  mark: number
  cents: Cents[]
}

export interface SpendChange {
  kind: SpendKind
  name: string
  label: string
  cents: Cents
  beforeCents: Cents
}

/** The answer of the server in cents, with its sums. Months before the first spend are left out. */
export interface SpendFigures {
  by: SpendGrouping
  /** Empty if there is no invoice. */
  currency: string
  currencies: string[]
  months: Month[]
  series: SpendSeries[]
  /** The sum of each month. */
  totals: Cents[]
  changes: SpendChange[]
  laterCents: Cents
  isOfVisible: boolean
}

/** The minimum number of months: fewer months show no trend. */
export const fewestMonths = 6

export function spendFigures(spend: Spend, by: SpendGrouping): SpendFigures {
  const { currencies, groups, isOfVisible } = spend
  const first = firstShown(spend)
  const months = spend.months.slice(first)
  const currency = spend.currencyIsoCode ?? ''
  const series = groups.map(({ kind, name, count, amounts }, at) => ({
    kind,
    name,
    label: groupLabel(kind, name, by, count),
    mark: kind === 'other' ? 0 : at + 1,
    cents: amounts.slice(first).map((amount) => toCents(amount, currency)),
  }))
  return {
    by,
    currency,
    currencies,
    months,
    series,
    totals: months.map((_, month) => sum(series.map(({ cents }) => cents[month] ?? 0))),
    changes: spend.changes.map(({ kind, name, amount, before }) => ({
      kind,
      name,
      label: groupLabel(kind, name, by, 1),
      cents: toCents(amount, currency),
      beforeCents: toCents(before, currency),
    })),
    laterCents: currency === '' ? 0 : toCents(spend.later, currency),
    isOfVisible,
  }
}

/** The index of the first month to show. A gap after earlier spend is shown. */
function firstShown({ months, groups, earlier }: Spend): number {
  if (earlier !== 0) return 0
  const begun = months.findIndex((_, month) => groups.some(({ amounts }) => amounts[month] !== 0))
  return begun < 0 ? 0 : Math.max(0, Math.min(begun, months.length - fewestMonths))
}

export const sum = (all: readonly Cents[]): Cents => all.reduce((total, one) => total + one, 0)

/** The sum of the twelve months up to this one; fewer at the start. */
export const yearUntil = (cents: readonly Cents[], month: number): Cents =>
  sum(cents.slice(Math.max(0, month - 11), month + 1))

/** The maximum number of parts of a bar. Each has its own color; more would be hard to distinguish. */
export const mostParts = 6

/** The figures for the chart: the smallest groups, which are last, become one part. */
export function foldedFigures(figures: SpendFigures): SpendFigures {
  const { series, months } = figures
  if (series.length <= mostParts) return figures
  const folded = series.slice(mostParts - 1)
  const other: SpendSeries = {
    kind: 'other',
    name: '',
    label: 'Other',
    mark: 0,
    cents: months.map((_, month) => sum(folded.map(({ cents }) => cents[month] ?? 0))),
  }
  return { ...figures, series: [...series.slice(0, mostParts - 1), other] }
}
