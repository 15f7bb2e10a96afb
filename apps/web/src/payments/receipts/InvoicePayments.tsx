import { isolated } from '@portal/domain/kernel/isolated'
import { toCents } from '@portal/domain/kernel/money'
import { cardName } from '@portal/domain/payments/card-name'
import { paymentStatuses } from '@portal/domain/payments/payment-status'
import { useQuery } from '@tanstack/react-query'
import { FileText, Send } from 'lucide-react'
import { Suspense, useState } from 'react'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { lazyLayer } from '../../ui/lazy-screen.ts'
import { Instant } from '../../ui/Instant.tsx'
import { Money } from '../../ui/Money.tsx'
import { List, Muted, Row } from '../../ui/parts.tsx'
import css from './InvoicePayments.module.css'
import { paymentTone } from './payment-columns.tsx'
import { invoicePaymentsQuery } from './payment-history.api.ts'
import { useReceipt } from './useReceipt.ts'

const SendReceiptDialog = lazyLayer(() => import('./SendReceiptDialog.tsx'), 'SendReceiptDialog')

interface InvoicePaymentsProps {
  accountId: string
  invoiceNumber: string
}

/** The card payments of an invoice and their outcomes; renders nothing if there are none. */
export function InvoicePayments({ accountId, invoiceNumber }: InvoicePaymentsProps) {
  const { data } = useQuery(invoicePaymentsQuery(accountId, invoiceNumber))
  const receipt = useReceipt(accountId)
  const [sent, setSent] = useState<{ id: string; invoiceNumber: string }>()
  if (!data || data.rows.length === 0) return null
  return (
    <section className={css.panel} aria-label="Card payments">
      <h2 className={css.title}>Card payments</h2>
      <List className={css.payments}>
        {data.rows.map((entry) => (
          <li key={entry.id}>
            <Muted className={css.when}>
              <Instant at={entry.date} />
              <small>by {isolated(entry.paidBy)}</small>
            </Muted>
            <Muted className={css.with}>{entry.card ? cardName(entry.card) : '–'}</Muted>
            <span className={css.standing}>
              <Badge tone={paymentTone(entry.status)}>{paymentStatuses[entry.status]}</Badge>
              {entry.message && <small>{entry.message}</small>}
            </span>
            <span className={css.sum}>
              <Money
                cents={toCents(entry.amount, entry.currencyIsoCode)}
                currency={entry.currencyIsoCode}
              />
              {entry.refunded > 0 && (
                <small>
                  Returned{' '}
                  <Money
                    cents={toCents(entry.refunded, entry.currencyIsoCode)}
                    currency={entry.currencyIsoCode}
                  />
                </small>
              )}
            </span>
            <Row as="span" gap={1} justify="end" className={css.file}>
              {entry.hasReceipt && (
                <>
                  <Button
                    size="small"
                    icon={<FileText size={14} aria-hidden />}
                    onClick={() => receipt(entry.id)}
                  >
                    Receipt
                  </Button>
                  <IconButton
                    label="Send by email"
                    onClick={() => setSent({ id: entry.id, invoiceNumber })}
                  >
                    <Send size={15} aria-hidden />
                  </IconButton>
                </>
              )}
            </Row>
          </li>
        ))}
      </List>
      <Suspense>
        {sent && <SendReceiptDialog payment={sent} onClose={() => setSent(undefined)} />}
      </Suspense>
    </section>
  )
}
