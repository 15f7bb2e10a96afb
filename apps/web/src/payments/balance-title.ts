import { isolated } from '@portal/domain/kernel/isolated'
import type { Aging } from '@portal/domain/payments/aging.schema'

type Subsidiary = Aging['subsidiaries'][number]

/**
 * `Balance Breakdown - TT Platform - USD`. Adds the code if another panel of the same currency has the same name:
 * `TT Platform (MTS-EU)`.
 */
export function balanceTitle(
  { code, name }: Subsidiary,
  currency: string,
  all: readonly Subsidiary[],
): string {
  const isShared = all.some(
    (other) => other.code !== code && other.name === name && currency in other.currencies,
  )
  const network = isolated(name) || 'No network'
  return `Balance Breakdown - ${network}${isShared ? ` (${isolated(code)})` : ''} - ${currency}`
}
