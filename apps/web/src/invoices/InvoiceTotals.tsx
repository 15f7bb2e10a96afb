import { memo } from 'react'
import { Money } from '../ui/Money.tsx'
import { totalsByCurrency } from './invoice-totals.ts'
import type { InvoiceRow } from './invoice-row.ts'
import { countText } from './InvoiceActions.tsx'
import css from './InvoiceTotals.module.css'

interface InvoiceTotalsProps {
  /** Nothing while there is nothing to count yet; the place is kept. */
  rows: readonly InvoiceRow[] | undefined
}

/** How many invoices are shown and what they add up to, each currency by itself. */
export const InvoiceTotals = memo(function InvoiceTotals({ rows }: InvoiceTotalsProps) {
  return (
    <div className={css.totals}>
      <span className={css.count} role="status">
        {rows && countText(rows.length)}
      </span>
      <ul aria-label="Totals of the invoices shown">
        {totalsByCurrency(rows ?? []).map((total) => (
          <li key={total.currency}>
            <span>
              Total <Money cents={total.amountCents} currency={total.currency} />
            </span>
            <span>
              Due{' '}
              <b>
                <Money cents={total.dueCents} currency={total.currency} />
              </b>
            </span>
            {total.pendingCents > 0 && (
              <span>
                Pending <Money cents={total.pendingCents} currency={total.currency} />
              </span>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
})
