import { cardPaymentRefusal } from '@portal/domain/invoices/card-payment'
import type { InvoiceDetail } from '@portal/domain/invoices/invoices.schema'
import { toCents } from '@portal/domain/kernel/money'
import { useEffect, useRef } from 'react'
import { config } from '../api/config.ts'
import { narrow, useMedia } from '../ui/useMedia.ts'
import css from './BankTransfer.module.css'
import { BankTransferDetails } from './BankTransferDetails.tsx'
import { cardPayable } from './invoice-row.ts'

interface BankTransferPanelProps {
  invoice: InvoiceDetail
  /** How often the user has asked for it. */
  asked: number
  /** Beside the lines, else above them. */
  isBeside: boolean
}

/**
 * How to pay an invoice by bank transfer; absent if nothing should be paid now. Open beside the invoice's lines, and
 * on tablets if a card cannot pay it; above the lines of a phone it would push them out of sight.
 */
export function BankTransferPanel({ invoice, asked, isBeside }: BankTransferPanelProps) {
  const { bankTransfer, currencyIsoCode: currency } = invoice
  const isPhone = useMedia(narrow)
  const details = useRef<HTMLDetailsElement>(null)
  useEffect(() => {
    if (asked === 0 || !details.current) return
    details.current.open = true
    details.current.scrollIntoView()
    details.current.querySelector('summary')?.focus({ preventScroll: true })
  }, [asked])
  if (!bankTransfer) return null
  const balanceDueCents = toCents(invoice.balanceDue, currency)
  const payable = cardPayable({ ...invoice, balanceDueCents })
  const isOnlyWay = cardPaymentRefusal(payable, config.cardLimitCents) !== undefined
  return (
    <section aria-label="Bank transfer">
      <details ref={details} className={css.panel} open={isBeside || (isOnlyWay && !isPhone)}>
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
