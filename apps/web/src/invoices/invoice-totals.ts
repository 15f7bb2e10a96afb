import type { Cents } from '@portal/domain/kernel/money'
import type { InvoiceRow } from './invoice-row.ts'

export interface CurrencyTotal {
  currency: string
  count: number
  amountCents: Cents
  balanceDueCents: Cents
  /** Of it, what is being posted or reconciled: nothing has to be paid of that now. */
  pendingCents: Cents
}

const nothing = { count: 0, amountCents: 0, balanceDueCents: 0, pendingCents: 0 }

/** What the rows add up to, one total per currency: sums of different money mean nothing. */
export function totalsByCurrency(rows: readonly InvoiceRow[]): CurrencyTotal[] {
  const totals = new Map<string, CurrencyTotal>()
  for (const { currencyIsoCode: currency, amountCents, balanceDueCents, isPending } of rows) {
    const total = totals.get(currency) ?? { currency, ...nothing }
    total.count += 1
    total.amountCents += amountCents
    total.balanceDueCents += balanceDueCents
    if (isPending) total.pendingCents += balanceDueCents
    totals.set(currency, total)
  }
  return [...totals.values()].toSorted((a, b) => b.count - a.count)
}
