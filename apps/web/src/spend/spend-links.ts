import type { Month } from '@portal/domain/kernel/month'
import type { SpendKind } from '@portal/domain/spend/groupings'
import { typeLimit } from '@portal/domain/invoices/list-filter'
import { queryText } from '../kernel/search-params.ts'
import type { SpendFigures } from './spend-figures.ts'

/** The invoices of a month or a type. The list has no filter for values that only lines contain. */
export function invoicesPath(
  { by, currency }: Pick<SpendFigures, 'by' | 'currency'>,
  of: { month?: Month | undefined; group?: { kind: SpendKind; name: string } | undefined },
): string {
  const { month, group } = of
  const isType = by === 'type' && group?.kind === 'named' && group.name.length <= typeLimit
  return `/invoices${queryText({
    ...(isType && { type: group.name }),
    currency,
    ...(month !== undefined && { month }),
  })}`
}

export const licensesPath = '/licenses?show=in_force'
