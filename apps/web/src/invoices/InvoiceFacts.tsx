import { pendingText, statusText } from '@portal/domain/invoices/status'
import type { InvoiceDetail } from '@portal/domain/invoices/invoices.schema'
import { formatDay, monthName } from '@portal/domain/kernel/day'
import { today } from '../kernel/today.ts'
import { Badge } from '../ui/Badge.tsx'
import { Card } from '../ui/Card.tsx'
import { Money } from '../ui/Money.tsx'
import { invoiceRow, overdueText, periodText } from './invoice-row.ts'
import { statusTone } from './InvoiceCells.tsx'
import css from './InvoiceFacts.module.css'

export function InvoiceFacts({ invoice }: { invoice: InvoiceDetail }) {
  const row = invoiceRow(invoice, today())
  return (
    <Card label="Invoice">
      <dl className={css.facts}>
        <div>
          <dt>Service Period</dt>
          <dd>{periodText(row)}</dd>
        </div>
        <div>
          <dt>Due Month</dt>
          <dd>{row.dueDate ? monthName(row.dueDate) : '–'}</dd>
          <dd className={css.aside}>
            {row.dueDate && `Due ${formatDay(row.dueDate)}`}
            {row.overdueDays > 0 && <em>{overdueText(row.overdueDays)}</em>}
          </dd>
        </div>
        <div>
          <dt>Type</dt>
          <dd>{row.invoiceType || '–'}</dd>
        </div>
        <div>
          <dt>Status</dt>
          <dd>
            <Badge tone={statusTone(row)}>{statusText(row)}</Badge>{' '}
            {row.isPending && <span className={css.pending}>{pendingText(row)}</span>}
          </dd>
          {row.moneyBackText && <dd className={css.aside}>{row.moneyBackText}</dd>}
        </div>
        <div>
          <dt>Invoice Total</dt>
          <dd className={css.sum}>
            <Money cents={row.amountCents} currency={row.currencyIsoCode} />
          </dd>
        </div>
        <div>
          <dt>Remaining Balance Due</dt>
          <dd className={css.sum} data-due={row.balanceDueCents > 0}>
            <Money cents={row.balanceDueCents} currency={row.currencyIsoCode} />
          </dd>
        </div>
      </dl>
    </Card>
  )
}
