import { isForTransfer } from '@portal/domain/invoices/card-payment'
import { moneyWithCode, toCents } from '@portal/domain/kernel/money'
import { plural } from '@portal/domain/kernel/plural'
import type { PayAllPlan } from '@portal/domain/payments/charges.schema'
import { Link } from '@tanstack/react-router'
import { dueText } from '../../invoices/invoice-row.ts'
import { DueStanding } from '../../invoices/InvoiceStanding.tsx'
import { Money } from '../../ui/Money.tsx'
import { List, Muted, Text } from '../../ui/parts.tsx'
import { MoreRows, useMoreRows } from '../MoreRows.tsx'
import css from './PlanLists.module.css'

/**
 * The invoices that will be paid, and those that will not, with the reasons. The first list is folded if there is a second
 * one, so that a payer sees the second list without scrolling.
 */
export function PlanLists({ plan: { charged, leftOut } }: { plan: PayAllPlan }) {
  const rows = useMoreRows(charged)
  return (
    <>
      <details className={css.lists} open={leftOut.length === 0}>
        <summary>{`${plural(charged.length, 'invoice')} will be paid`}</summary>
        <List aria-label="Will be paid">
          {rows.shown.map((invoice) => (
            <Row key={invoice.invoiceNumber} invoice={invoice} />
          ))}
        </List>
        <MoreRows rows={rows} what="invoices" />
      </details>
      <LeftOutList invoices={leftOut} />
    </>
  )
}

/** The invoices that will not be paid, each with its reason. */
export function LeftOutList({ invoices }: { invoices: PayAllPlan['leftOut'] }) {
  const rows = useMoreRows(invoices)
  if (invoices.length === 0) return null
  return (
    <details className={css.lists} open>
      <summary>
        {`${plural(invoices.length, 'invoice')} will not be paid`}
        <Muted as="small" weight={400}>
          {sums(invoices)}
        </Muted>
      </summary>
      {invoices.some(mayTransfer) && (
        <Muted as="p" size={2} className={css.transfer}>
          Linked ones can be paid by bank transfer.
        </Muted>
      )}
      <List aria-label="Will not be paid">
        {rows.shown.map((invoice) => (
          <Row
            key={invoice.invoiceNumber}
            invoice={invoice}
            reason={invoice.reason}
            isLink={mayTransfer(invoice)}
          />
        ))}
      </List>
      <MoreRows rows={rows} what="invoices" />
    </details>
  )
}

/** The sum of each currency: `$12.50 USD, €3.00 EUR`. */
function sums(invoices: PayAllPlan['leftOut']): string {
  const cents = new Map<string, number>()
  for (const { amount, currencyIsoCode: code } of invoices)
    cents.set(code, (cents.get(code) ?? 0) + toCents(amount, code))
  return [...cents].map(([code, sum]) => moneyWithCode(sum, code)).join(', ')
}

/** Bank transfer may be possible. */
const mayTransfer = ({ currencyIsoCode, reason }: PayAllPlan['leftOut'][number]) =>
  currencyIsoCode !== 'USD' || isForTransfer(reason)

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
      <Muted className={css.due}>
        {reason ? dueText(dueDate) : <DueStanding dueDate={dueDate} />}
      </Muted>
      <Text weight={600} className={css.amount}>
        <Money cents={toCents(amount, currencyIsoCode)} currency={currencyIsoCode} />
      </Text>
      {reason && (
        <Muted size={2} className={css.reason}>
          {reason}
        </Muted>
      )}
    </li>
  )
}
