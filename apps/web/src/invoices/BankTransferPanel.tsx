import type { InvoiceDetail } from '@portal/domain/invoices/invoices.schema'
import { toCents } from '@portal/domain/kernel/money'
import { Suspense, useState } from 'react'
import { Button } from '../ui/Button.tsx'
import { lazyLayer } from '../ui/lazy-screen.ts'
import css from './BankTransfer.module.css'
import { BankTransferDetails } from './BankTransferDetails.tsx'

const TransferDialog = lazyLayer(() => import('./TransferDialog.tsx'), 'TransferDialog')

interface BankTransferPanelProps {
  invoice: InvoiceDetail
  /** The initial state; the user may close or open it. */
  isOpen: boolean
  /** Why no card can pay the invoice. */
  reason: string | undefined
  mayPay: boolean
}

/**
 * How to pay an invoice by bank transfer, and to say so; absent if nothing should be paid now. Beside the invoice's lines or, where there is
 * no room, above them.
 */
export function BankTransferPanel({ invoice, isOpen, reason, mayPay }: BankTransferPanelProps) {
  const [isPaid, setPaid] = useState(false)
  const { bankTransfer, currencyIsoCode: currency } = invoice
  if (!bankTransfer || invoice.transferNotice) return null
  const balanceDueCents = toCents(invoice.balanceDue, currency)
  return (
    <section aria-label="Bank transfer">
      <details className={css.panel} open={isOpen}>
        <summary>
          <h2>Pay by bank transfer</h2>
        </summary>
        <div className={css.content}>
          {reason && <p className={css.reason}>{reason}</p>}
          <BankTransferDetails
            transfer={bankTransfer}
            balanceDueCents={balanceDueCents}
            currency={currency}
          />
          {mayPay && <Button onClick={() => setPaid(true)}>We have paid</Button>}
        </div>
      </details>
      <Suspense>
        {isPaid && <TransferDialog invoices={[invoice]} isPaid onClose={() => setPaid(false)} />}
      </Suspense>
    </section>
  )
}
