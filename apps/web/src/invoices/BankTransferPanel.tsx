import { cardPaymentRefusal } from '@portal/domain/invoices/card-payment'
import type { InvoiceDetail } from '@portal/domain/invoices/invoices.schema'
import { toCents } from '@portal/domain/kernel/money'
import { config } from '../api/config.ts'
import { useMedia } from '../ui/useMedia.ts'
import css from './BankTransfer.module.css'
import { BankTransferDetails } from './BankTransferDetails.tsx'
import { cardPayable } from './invoice-row.ts'

/**
 * How to pay an invoice by bank transfer; absent if nothing should be paid now. Open if a card cannot pay it, where
 * it is beside the invoice's lines: above them it would push them out of sight.
 */
export function BankTransferPanel({ invoice }: { invoice: InvoiceDetail }) {
  const { bankTransfer, currencyIsoCode: currency } = invoice
  const isBeside = useMedia('(min-width: 1101px)')
  if (!bankTransfer) return null
  const balanceDueCents = toCents(invoice.balanceDue, currency)
  const payable = cardPayable({ ...invoice, balanceDueCents })
  const isOnlyWay = cardPaymentRefusal(payable, config.cardLimitCents) !== undefined
  return (
    <section aria-label="Bank transfer">
      <details className={css.panel} open={isOnlyWay && isBeside}>
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
