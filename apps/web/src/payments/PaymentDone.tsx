import { toCents } from '@portal/domain/kernel/money'
import type { PaymentAnswer } from '@portal/domain/payments/charges.schema'
import { cardName } from '@portal/domain/payments/card-name'
import { useQuery } from '@tanstack/react-query'
import { CircleCheck, FileText, Hourglass } from 'lucide-react'
import { usePortal } from '../session/useSession.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { Facts } from '../ui/Facts.tsx'
import { Money } from '../ui/Money.tsx'
import { invoicePaymentsQuery } from './payment-list.api.ts'
import css from './payments.module.css'
import { useReceipt } from './useReceipt.ts'

const stillConfirming =
  'The payment is being confirmed. The invoice stays (pending) until then; do not pay it again.'

/** What came of a payment: paid, or still being confirmed by the card provider. */
export function PaymentDone({ answer, onClose }: { answer: PaymentAnswer; onClose: () => void }) {
  const paid = answer.status === 'succeeded'
  const { accountId } = usePortal().company
  const { data } = useQuery(invoicePaymentsQuery(accountId, answer.invoiceNumber))
  const entry = data?.rows.find(({ id }) => id === answer.id)
  const receipt = useReceipt(accountId)
  return (
    <Dialog
      open
      onClose={onClose}
      title={paid ? 'Payment Successful' : 'Payment Being Confirmed'}
      busy={false}
      error={undefined}
      actions={
        <>
          {entry?.hasReceipt && (
            <Button icon={<FileText size={15} aria-hidden />} onClick={() => receipt(entry.id)}>
              Receipt
            </Button>
          )}
          <Button tone="primary" onClick={onClose}>
            Close
          </Button>
        </>
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
          { label: 'Card', value: entry?.card ? cardName(entry.card) : '–' },
          { label: 'Reference', value: answer.id },
        ]}
      />
    </Dialog>
  )
}
