import type { Cents } from '@portal/domain/kernel/money'
import type { InvoiceRow } from './invoice-row.ts'

export interface CurrencyTotal {
  currency: string
  count: number
  amountCents: Cents
  /** The amount due: equals the aging and the closing balance of today's statement. */
  dueCents: Cents
  /** The amount being posted or reconciled: it must not be paid now. */
  pendingCents: Cents
}

const nothing = { count: 0, amountCents: 0, dueCents: 0, pendingCents: 0 }

export function totalsByCurrency(rows: readonly InvoiceRow[]): CurrencyTotal[] {
  const totals = new Map<string, CurrencyTotal>()
  for (const { currencyIsoCode: currency, amountCents, balanceDueCents, isPending } of rows) {
    const total = totals.get(currency) ?? { currency, ...nothing }
    total.count += 1
    total.amountCents += amountCents
    if (isPending) total.pendingCents += balanceDueCents
    else total.dueCents += balanceDueCents
    totals.set(currency, total)
  }
  return [...totals.values()].toSorted((a, b) => b.count - a.count)
}
