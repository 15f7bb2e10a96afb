import { Money } from '../ui/Money.tsx'
import { totalsByCurrency } from './invoice-totals.ts'
import type { InvoiceRow } from './invoice-row.ts'
import { countText } from './InvoiceActions.tsx'
import css from './InvoiceTotals.module.css'

/** How many invoices are shown and what they add up to, each currency by itself. */
export function InvoiceTotals({ rows }: { rows: readonly InvoiceRow[] }) {
  return (
    <div className={css.totals}>
      <span className={css.count} role="status">
        {countText(rows.length)}
      </span>
      <ul aria-label="Totals of the invoices shown">
        {totalsByCurrency(rows).map((total) => (
          <li key={total.currency}>
            <span>
              Total <Money cents={total.amountCents} currency={total.currency} />
            </span>
            <span>
              Due{' '}
              <b>
                <Money cents={total.balanceDueCents} currency={total.currency} />
              </b>
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}
