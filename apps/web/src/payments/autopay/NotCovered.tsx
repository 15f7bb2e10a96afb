import { toCents } from '@portal/domain/kernel/money'
import type { AutoPayPlanAnswer } from '@portal/domain/payments/autopay.schema'
import { Card } from '../../ui/Card.tsx'
import { Money } from '../../ui/Money.tsx'
import { List, Text } from '../../ui/parts.tsx'
import panel from './AutoPayPanel.module.css'
import { MoreRows, useMoreRows } from '../MoreRows.tsx'
import css from './NotCovered.module.css'
import { typeAndDue } from './planned-text.ts'

interface NotCoveredProps {
  invoices: AutoPayPlanAnswer['notCovered']
  /** Number of open invoices in categories that the user does not have. */
  hidden: number
}

/** The invoices that AutoPay does not charge, each with the reason. */
export function NotCovered({ invoices, hidden }: NotCoveredProps) {
  const rows = useMoreRows(invoices)
  if (invoices.length === 0 && hidden === 0) return null
  const count = hidden.toLocaleString('en-US')
  return (
    <Card flush label="Not covered">
      <header className={panel.planHead}>
        <h3>Not covered</h3>
        <p>
          {invoices.length > 0
            ? 'Open invoices that AutoPay will not charge in this period, and why.'
            : 'Every open invoice you see is covered.'}
        </p>
      </header>
      {invoices.length > 0 && (
        <List className={css.list}>
          {rows.shown.map((invoice) => (
            <li key={invoice.id}>
              <span className={css.number}>{invoice.invoiceNumber}</span>
              <span className={css.about}>{typeAndDue(invoice)}</span>
              <Text tone="warn" className={css.reason}>
                {invoice.reason}
              </Text>
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
      {hidden > 0 && (
        <p
          className={css.hidden}
        >{`${count} more in categories you do not have access to; AutoPay may charge them`}</p>
      )}
    </Card>
  )
}
