import { decimalsOf } from '@portal/domain/kernel/currencies'
import type { Month } from '@portal/domain/kernel/month'
import { monthName } from '@portal/domain/kernel/day'
import { isolated } from '@portal/domain/kernel/isolated'
import { signedMoney, type Cents } from '@portal/domain/kernel/money'
import { plural } from '@portal/domain/kernel/plural'
import { spendGroupings, type SpendGrouping, type SpendKind } from '@portal/domain/spend/groupings'

export const groupingLabels: Record<SpendGrouping, string> = {
  type: 'Type',
  product: 'Product',
  site: 'Site',
  user: 'User',
}
/** The most frequently used one first. */
export const groupingItems = spendGroupings
  .toSorted((a, b) => Number(b === 'product') - Number(a === 'product'))
  .map((value) => ({ value, label: groupingLabels[value] }))

/** The name of a group, or a text for a group without a name. */
export function groupLabel(
  kind: SpendKind,
  name: string,
  by: SpendGrouping,
  count: number,
): string {
  const what = groupingLabels[by].toLowerCase()
  if (kind === 'named') return isolated(name)
  if (kind === 'other') return `Other (${plural(count, what)})`
  return kind === 'unnamed' ? `No ${what} given` : 'Not itemized'
}

/** `+2.2%`; a dash if the earlier amount was zero, or so small that a percentage is meaningless. */
export function percentText(cents: Cents, beforeCents: Cents): string {
  const change = cents - beforeCents
  const percent = (change / beforeCents) * 100
  if (beforeCents <= 0 || Math.abs(percent) >= 1000) return '–'
  const digits = Math.abs(percent).toFixed(1)
  const sign = change > 0 ? '+' : change < 0 ? '\u2212' : ''
  return digits === '0.0' && change !== 0 ? `${sign}<0.1%` : `${sign}${digits}%`
}

// The steps of an axis are round, and may be a few minor units.
const compact = { notation: 'compact', maximumFractionDigits: 3, style: 'currency' } as const

/** `$1.5M`, for an axis. */
export const shortMoney = (cents: Cents, currency: string): string =>
  (cents / 10 ** decimalsOf(currency))
    .toLocaleString('en-US', { ...compact, minimumFractionDigits: 0, currency })
    .replace('-', '\u2212')

/** The suffix of the names of chart, tables and file for a reader of only some categories; otherwise empty. */
export const scopeWords = ({ isOfVisible }: { isOfVisible: boolean }) =>
  isOfVisible ? ', of the invoices you may see' : ''

/** The cost of a month or of its part, compared with the previous month and the previous year. */
export function monthSentence(
  { months, currency }: { months: readonly Month[]; currency: string },
  cents: readonly Cents[],
  month: number,
): string {
  const now = cents[month] ?? 0
  const parts = [monthName(months[month] ?? '')]
  if (month > 0) {
    const before = cents[month - 1] ?? 0
    const percent = percentText(now, before)
    const share = percent === '–' ? '' : ` (${percent})`
    parts.push(`${signedMoney(now - before, currency)}${share} on ${monthName(months[month - 1]!)}`)
  }
  const yearAgo = month - 12
  if (yearAgo >= 0) {
    const percent = percentText(now, cents[yearAgo] ?? 0)
    if (percent !== '–') parts.push(`${percent} on ${monthName(months[yearAgo]!)}`)
  }
  return parts.join(', ')
}
