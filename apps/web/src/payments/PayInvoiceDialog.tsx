import {
  cardPaymentRefusal,
  cardRefusals,
  type CardPayable,
} from '@portal/domain/invoices/card-payment'
import { isMoving, payAgainQuestion } from '@portal/domain/payments/money-back'
import type { Invoice } from '@portal/domain/invoices/invoices.schema'
import { isolated } from '@portal/domain/kernel/isolated'
import { config } from '../api/config.ts'
import { moneyBackOf } from '../invoices/invoice-row.ts'
import { usePortal } from '../session/useSession.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { CardOnFileDialog, confirmationTitle } from './CardOnFileDialog.tsx'
import { ConfirmPayment } from './ConfirmPayment.tsx'
import { useNotApplied } from './useNotApplied.ts'
import { EarlierPayment } from './EarlierPayment.tsx'
import { PaymentDone } from './PaymentDone.tsx'
import { usePayInvoice } from './usePayInvoice.ts'

export interface PayableInvoice extends CardPayable {
  id: string
  invoiceNumber: string
  moneyBack: Invoice['moneyBack']
}

interface PayInvoiceDialogProps {
  invoice: PayableInvoice
  onClose: () => void
}

/** Pays one invoice: refused by rule, asked with amount and card, or answered. */
export function PayInvoiceDialog({ invoice, onClose }: PayInvoiceDialogProps) {
  const { company } = usePortal()
  const notApplied = useNotApplied(company.accountId)
  const payment = usePayInvoice(company.accountId, invoice.id, {
    payAgainAfter: invoice.moneyBack?.at,
    notAppliedUntil: notApplied?.at,
  })
  if (payment.answer) return <PaymentDone answer={payment.answer} onClose={onClose} />

  const moneyBack = invoice.moneyBack && moneyBackOf(invoice.moneyBack)
  const refusal =
    cardPaymentRefusal(invoice, config.cardLimitCents) ??
    (moneyBack && isMoving(moneyBack) ? payAgainQuestion(moneyBack) : undefined)
  const isPaid = [refusal, payment.error?.message].includes(cardRefusals.charged)
  if (isPaid && !payment.busy)
    return <EarlierPayment invoiceNumber={invoice.invoiceNumber} onClose={onClose} />
  // While a payment runs its invoice may already be charged: that is no refusal then.
  if (refusal && !payment.busy && !payment.error)
    return (
      <Dialog
        open
        onClose={onClose}
        title={confirmationTitle}
        description={`Invoice ${isolated(invoice.invoiceNumber)}`}
        busy={false}
        error={refusal}
        actions={<Button onClick={onClose}>Close</Button>}
      />
    )
  return (
    <CardOnFileDialog accountId={company.accountId} onClose={onClose}>
      {(card, cardChoice) => (
        <ConfirmPayment
          question={
            [moneyBack && payAgainQuestion(moneyBack), notApplied?.question]
              .filter(Boolean)
              .join(' ') || 'This invoice will be paid in full by card.'
          }
          facts={[{ label: 'Invoice', value: invoice.invoiceNumber }]}
          cents={invoice.balanceDueCents}
          currency={invoice.currency}
          card={card}
          cardChoice={cardChoice}
          payment={payment}
          onPay={payment.start}
          onClose={onClose}
        />
      )}
    </CardOnFileDialog>
  )
}
