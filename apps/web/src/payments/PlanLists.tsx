import { cardRefusals } from '@portal/domain/invoices/card-payment'
import { formatDay } from '@portal/domain/kernel/day'
import { toCents } from '@portal/domain/kernel/money'
import { plural } from '@portal/domain/kernel/plural'
import type { PayAllPlan } from '@portal/domain/payments/charges.schema'
import { Link } from '@tanstack/react-router'
import { Money } from '../ui/Money.tsx'
import { MoreRows, useMoreRows } from './MoreRows.tsx'
import css from './PlanLists.module.css'

/** The invoices that will be paid, and those that will not, with the reasons. */
export function PlanLists({ plan: { charged, leftOut } }: { plan: PayAllPlan }) {
  const rows = useMoreRows(charged)
  return (
    <>
      <details className={css.lists} open={charged.length <= 8}>
        <summary>{`${plural(charged.length, 'invoice')} will be paid`}</summary>
        {/* Long lists scroll; keyboard users must be able to scroll them too. */}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- see above */}
        <ul aria-label="Will be paid" tabIndex={0}>
          {rows.shown.map((invoice) => (
            <Row key={invoice.invoiceNumber} invoice={invoice} />
          ))}
        </ul>
        <MoreRows rows={rows} what="invoices" />
      </details>
      <LeftOutList invoices={leftOut} />
    </>
  )
}

export function LeftOutList({ invoices }: { invoices: PayAllPlan['leftOut'] }) {
  const rows = useMoreRows(invoices)
  if (invoices.length === 0) return null
  return (
    <details className={css.lists} open={invoices.length <= 20}>
      <summary>{`${plural(invoices.length, 'unpaid invoice')} will not be paid`}</summary>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- as above */}
      <ul aria-label="Will not be paid" tabIndex={0}>
        {rows.shown.map((invoice) => (
          <Row
            key={invoice.invoiceNumber}
            invoice={invoice}
            reason={invoice.reason}
            isLink={isForTransfer(invoice)}
          />
        ))}
      </ul>
      <MoreRows rows={rows} what="invoices" />
      {invoices.some(isForTransfer) && (
        <p className={css.transfer}>Open a linked invoice for bank transfer instructions.</p>
      )}
    </details>
  )
}

/** Refused for cards only: bank transfer may be possible. */
const isForTransfer = ({ currencyIsoCode, reason }: PayAllPlan['leftOut'][number]) =>
  currencyIsoCode !== 'USD' || reason === cardRefusals.limit || reason === cardRefusals.minimum

interface RowProps {
  invoice: PayAllPlan['charged'][number]
  reason?: string
  isLink?: boolean
}

function Row({ invoice, reason, isLink = false }: RowProps) {
  const { invoiceNumber, amount, currencyIsoCode, dueDate } = invoice
  return (
    <li>
      <b>
        {isLink ? (
          <Link to="/invoices/detail/$invoiceId" params={{ invoiceId: invoiceNumber }}>
            {invoiceNumber}
          </Link>
        ) : (
          invoiceNumber
        )}
      </b>
      <span className={css.due}>{dueDate ? `due ${formatDay(dueDate)}` : 'no due date'}</span>
      <span className={css.amount}>
        <Money cents={toCents(amount, currencyIsoCode)} currency={currencyIsoCode} />
      </span>
      {reason && <span className={css.reason}>{reason}</span>}
    </li>
  )
}
