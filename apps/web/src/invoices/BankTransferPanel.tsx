import { cardPaymentRefusal } from '@portal/domain/invoices/card-payment'
import type { InvoiceDetail } from '@portal/domain/invoices/invoices.schema'
import { toCents } from '@portal/domain/kernel/money'
import { config } from '../api/config.ts'
import css from './BankTransfer.module.css'
import { BankTransferDetails } from './BankTransferDetails.tsx'
import { cardPayable } from './invoice-row.ts'

/** How to pay an invoice by bank transfer. Open if a card cannot pay it; absent if nothing should be paid now. */
export function BankTransferPanel({ invoice }: { invoice: InvoiceDetail }) {
  const { bankTransfer, currencyIsoCode: currency } = invoice
  if (!bankTransfer) return null
  const balanceDueCents = toCents(invoice.balanceDue, currency)
  const payable = cardPayable({ ...invoice, balanceDueCents })
  const isOnlyWay = cardPaymentRefusal(payable, config.cardLimitCents) !== undefined
  return (
    <section aria-label="Bank transfer">
      <details className={css.panel} open={isOnlyWay}>
        <summary>
          <h2>Pay by bank transfer</h2>
        </summary>
        <div className={css.content}>
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
