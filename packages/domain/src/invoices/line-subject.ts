import { formatDay } from '../kernel/day.ts'
import { isolated } from '../kernel/isolated.ts'
import type { ChargeType } from './charge-types.ts'
import type { LineItem } from './invoices.schema.ts'

const chargeWords: Record<ChargeType, string> = {
  recurring: 'Recurring',
  oneTime: 'One-time',
  prorated: 'Prorated',
  credit: 'Credit',
  tax: 'Tax',
  adjustment: 'Adjustment',
}

/**
 * Returns the subject of an invoice line in one line of text: period, user, network, purchase order, kind of charge. Empty
 * if the books have none of these.
 */
export const subjectText = (line: LineItem): string =>
  [
    periodText(line),
    line.userName && `User ${isolated(line.userName)}`,
    line.networkId && `Network ${isolated(line.networkId)}`,
    line.poNumber && orderText(line.poNumber),
    line.chargeType && chargeWords[line.chargeType],
  ]
    .filter(Boolean)
    .join(' · ')

/** Books often send `PO 4711` as the number. */
const orderText = (number: string) =>
  /^PO\b/i.test(number) ? isolated(number) : `PO ${isolated(number)}`

function periodText({ servicePeriodStart: from, servicePeriodEnd: to }: LineItem): string {
  if (from && to) return from === to ? formatDay(from) : `${formatDay(from)} – ${formatDay(to)}`
  if (from) return `From ${formatDay(from)}`
  return to ? `Until ${formatDay(to)}` : ''
}
