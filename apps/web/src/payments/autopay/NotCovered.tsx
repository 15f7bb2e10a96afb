import { toCents } from '@portal/domain/kernel/money'
import { plural } from '@portal/domain/kernel/plural'
import type { AutoPayPlanAnswer } from '@portal/domain/payments/autopay.schema'
import { Card } from '../../ui/Card.tsx'
import { Money } from '../../ui/Money.tsx'
import { PathLink } from '../../ui/page/PathLink.tsx'
import { List, Text } from '../../ui/parts.tsx'
import panel from './AutoPayPanel.module.css'
import { MoreRows, useMoreRows } from '../MoreRows.tsx'
import css from './NotCovered.module.css'
import { typeAndDue } from './planned-text.ts'

/** The invoices that AutoPay does not charge, each with the reason. `hidden` are in categories that the user does not have. */
export function NotCovered({
  notCovered,
  hidden,
}: Pick<AutoPayPlanAnswer, 'notCovered' | 'hidden'>) {
  return (
    <InvoiceCard
      title="Not covered"
      text={
        notCovered.length > 0
          ? 'Open invoices that AutoPay will not charge in this period, and why.'
          : 'Every open invoice you see is covered.'
      }
      invoices={notCovered}
      hidden={
        hidden > 0 &&
        `${hidden.toLocaleString('en-US')} more in categories you do not have access to; AutoPay may charge them`
      }
    />
  )
}

/** The invoices that must be paid before the company can enroll. */
export function PastDue({ pastDue: { invoices, hidden } }: Pick<AutoPayPlanAnswer, 'pastDue'>) {
  return (
    <InvoiceCard
      title="Pay before you enroll"
      text="AutoPay can be turned on when these past-due invoices are paid. Open one to pay it by card or to announce a bank transfer."
      invoices={invoices}
      hidden={
        hidden > 0 &&
        `${plural(hidden, 'past-due invoice')} in categories you do not have access to: please ask a colleague who has`
      }
    />
  )
}

interface InvoiceCardProps {
  title: string
  text: string
  invoices: readonly (AutoPayPlanAnswer['pastDue']['invoices'][number] & {
    reason?: string | null
  })[]
  /** About invoices that the user may not see. */
  hidden: string | false
}

/** Nothing without invoices. */
function InvoiceCard({ title, text, invoices, hidden }: InvoiceCardProps) {
  const rows = useMoreRows(invoices)
  if (invoices.length === 0 && !hidden) return null
  return (
    <Card flush label={title}>
      <header className={panel.planHead}>
        <h3>{title}</h3>
        <p>{text}</p>
      </header>
      {invoices.length > 0 && (
        <List className={css.list}>
          {rows.shown.map((invoice) => (
            <li key={invoice.id}>
              <PathLink
                className={css.number}
                path={`/invoices/detail/${encodeURIComponent(invoice.invoiceNumber)}`}
              >
                {invoice.invoiceNumber}
              </PathLink>
              <span className={css.about}>{typeAndDue(invoice)}</span>
              {invoice.reason && (
                <Text tone="warn" className={css.reason}>
                  {invoice.reason}
                </Text>
              )}
              <span className={css.amount}>
                <Money
                  cents={toCents(invoice.balanceDue, invoice.currencyIsoCode)}
                  currency={invoice.currencyIsoCode}
                />
              </span>
            </li>
          ))}
        </List>
      )}
      <MoreRows rows={rows} what="invoices" />
      {hidden && <p className={css.hidden}>{hidden}</p>}
    </Card>
  )
}
