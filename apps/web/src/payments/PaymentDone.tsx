import { toCents } from '@portal/domain/kernel/money'
import type { PaymentAnswer } from '@portal/domain/payments/charges.schema'
import { CircleCheck, Hourglass } from 'lucide-react'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { Facts } from '../ui/Facts.tsx'
import { Money } from '../ui/Money.tsx'
import css from './payments.module.css'

const stillConfirming =
  'The payment is being confirmed. The invoice stays (pending) until then; do not pay it again.'

/** What came of a payment: paid, or still being confirmed by the card provider. */
export function PaymentDone({ answer, onClose }: { answer: PaymentAnswer; onClose: () => void }) {
  const paid = answer.status === 'succeeded'
  return (
    <Dialog
      open
      onClose={onClose}
      title={paid ? 'Payment Successful' : 'Payment Being Confirmed'}
      busy={false}
      error={undefined}
      actions={
        <Button tone="primary" onClick={onClose}>
          Close
        </Button>
      }
    >
      <p className={paid ? css.done : css.waiting} role="status">
        {paid ? <CircleCheck size={18} aria-hidden /> : <Hourglass size={18} aria-hidden />}
        {paid ? 'The invoice has been paid.' : answer.message || stillConfirming}
      </p>
      <Facts
        facts={[
          { label: 'Invoice', value: answer.invoiceNumber },
          {
            label: 'Amount',
            value: (
              <Money
                cents={toCents(answer.amount, answer.currencyIsoCode)}
                currency={answer.currencyIsoCode}
              />
            ),
          },
        ]}
      />
    </Dialog>
  )
}
