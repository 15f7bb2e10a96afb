import type { InvoiceDetail } from '@portal/domain/invoices/invoices.schema'
import { toCents } from '@portal/domain/kernel/money'
import css from './BankTransfer.module.css'
import { BankTransferDetails } from './BankTransferDetails.tsx'

interface BankTransferPanelProps {
  invoice: InvoiceDetail
  /** The initial state; the user may close or open it. */
  isOpen: boolean
  /** Why no card can pay the invoice. */
  reason: string | undefined
}

/**
 * How to pay an invoice by bank transfer; absent if nothing should be paid now. Beside the invoice's lines or, where there is
 * no room, above them.
 */
export function BankTransferPanel({ invoice, isOpen, reason }: BankTransferPanelProps) {
  const { bankTransfer, currencyIsoCode: currency } = invoice
  if (!bankTransfer) return null
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
        </div>
      </details>
    </section>
  )
}
