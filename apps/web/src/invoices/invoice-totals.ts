import type { Cents } from '@portal/domain/kernel/money'
import type { InvoiceRow } from './invoice-row.ts'

export interface CurrencyTotal {
  currency: string
  count: number
  amountCents: Cents
  /** What is to be paid: the same as the aging and the closing balance of a statement of today. */
  dueCents: Cents
  /** What is being posted or reconciled beside it: nothing has to be paid of that now. */
  pendingCents: Cents
}

const nothing = { count: 0, amountCents: 0, dueCents: 0, pendingCents: 0 }

/** What the rows add up to, one total per currency: sums of different money mean nothing. */
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
