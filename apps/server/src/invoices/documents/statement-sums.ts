import { toCents, type Cents } from '@portal/domain/kernel/money'
import type { Day } from '@portal/domain/kernel/day'
import { agingBuckets, type AgingKey } from '@portal/domain/payments/aging'
import { agingKey } from './invoice-status.ts'
import type { StatementInvoice } from './statement-document.ts'

export interface CurrencySums {
  currency: string
  count: number
  amountCents: Cents
  balanceDueCents: Cents
  /** Adds up to `balanceDueCents` to the cent. */
  aging: Record<AgingKey, Cents>
}

/** Sums of each currency by itself, the currency codes in order; never one sum over two of them. */
export function sumByCurrency(invoices: readonly StatementInvoice[], today: Day): CurrencySums[] {
  const sums = new Map<string, CurrencySums>()
  for (const invoice of invoices) {
    const currency = invoice.currencyIsoCode
    let sum = sums.get(currency)
    if (!sum) sums.set(currency, (sum = noSums(currency)))
    const balanceDueCents = toCents(invoice.balanceDue, currency)
    sum.count += 1
    sum.amountCents += toCents(invoice.amount, currency)
    sum.balanceDueCents += balanceDueCents
    sum.aging[agingKey(invoice.dueDate, today)] += balanceDueCents
  }
  return [...sums.values()].sort((a, b) => (a.currency < b.currency ? -1 : 1))
}

function noSums(currency: string): CurrencySums {
  const aging = Object.fromEntries(agingBuckets.map(({ key }) => [key, 0]))
  return {
    currency,
    count: 0,
    amountCents: 0,
    balanceDueCents: 0,
    aging: aging as Record<AgingKey, Cents>,
  }
}
