import { decimalsOf } from '@portal/domain/kernel/currencies'
import { isolated } from '@portal/domain/kernel/isolated'
import { toCents, type Cents } from '@portal/domain/kernel/money'
import { agingBuckets, type AgingKey } from '@portal/domain/payments/aging'
import type { Aging, AgingBuckets } from '@portal/domain/payments/aging.schema'

/** The amounts due by age in one currency, in cents. */
export interface AgingSum {
  currency: string
  buckets: Record<AgingKey, Cents>
  totalCents: Cents
}

export function agingSum(currency: string, wire: AgingBuckets): AgingSum {
  const buckets = Object.fromEntries(
    agingBuckets.map(({ key }) => [key, toCents(wire[key], currency)]),
  )
  return {
    currency,
    buckets: buckets as AgingSum['buckets'],
    totalCents: toCents(wire.total, currency),
  }
}

/** One sum per currency over all networks. USD comes first, then the largest sum. */
export function sumsByCurrency({ subsidiaries }: Pick<Aging, 'subsidiaries'>): AgingSum[] {
  const sums = new Map<string, AgingSum>()
  for (const { currencies } of subsidiaries) {
    for (const [currency, wire] of Object.entries(currencies)) {
      const next = agingSum(currency, wire)
      const sum = sums.get(currency)
      sums.set(currency, sum ? added(sum, next) : next)
    }
  }
  return [...sums.values()].toSorted(
    (a, b) =>
      Number(b.currency === 'USD') - Number(a.currency === 'USD') ||
      b.totalCents / 10 ** decimalsOf(b.currency) - a.totalCents / 10 ** decimalsOf(a.currency),
  )
}

/** With the title `Balance Breakdown - TT Platform - USD`. Subsidiaries may have the same name; their code is below it. */
export const balancePrefix = 'Balance Breakdown'
export const balanceTitle = (name: string, currency: string) =>
  `${isolated(name) || 'No network'} - ${currency}`

/** The amounts past due, without the bucket of other amounts. */
export function overdueCents({ buckets }: AgingSum): Cents {
  return buckets['1-30'] + buckets['31-60'] + buckets['61-90'] + buckets['90+']
}

/** The amounts past due for more than 30 days. */
export function lateCents({ buckets }: AgingSum): Cents {
  return buckets['31-60'] + buckets['61-90'] + buckets['90+']
}

function added(a: AgingSum, b: AgingSum): AgingSum {
  const buckets = { ...a.buckets }
  for (const { key } of agingBuckets) buckets[key] += b.buckets[key]
  return { currency: a.currency, buckets, totalCents: a.totalCents + b.totalCents }
}
