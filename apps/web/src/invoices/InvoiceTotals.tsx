import { plural } from '@portal/domain/kernel/plural'
import { memo } from 'react'
import { Money } from '../ui/Money.tsx'
import { Row, Text } from '../ui/parts.tsx'
import { totalsByCurrency } from './invoice-totals.ts'
import type { InvoiceRow } from './invoice-row.ts'
import css from './InvoiceTotals.module.css'

interface InvoiceTotalsProps {
  /** Undefined until the list has loaded; the space is reserved. */
  rows: readonly InvoiceRow[] | undefined
}

/** The number of invoices shown and their totals, one per currency. */
export const InvoiceTotals = memo(function InvoiceTotals({ rows }: InvoiceTotalsProps) {
  return (
    <Row align="baseline" justify="between" wrap tone="muted" className={css.totals}>
      <span>{rows && `Totals of the ${plural(rows.length, 'invoice')} shown`}</span>
      <ul aria-label="Totals of the invoices shown">
        {totalsByCurrency(rows ?? []).map((total) => (
          <Row as="li" gap={4} rowGap={0} align="stretch" wrap key={total.currency}>
            <span>
              Total <Money cents={total.amountCents} currency={total.currency} />
            </span>
            <span>
              Due{' '}
              <Text as="b" tone="plain">
                <Money cents={total.dueCents} currency={total.currency} />
              </Text>
            </span>
            {total.pendingCents > 0 && (
              <span>
                Pending <Money cents={total.pendingCents} currency={total.currency} />
              </span>
            )}
          </Row>
        ))}
      </ul>
    </Row>
  )
})
