import { toCents } from '@portal/domain/kernel/money'
import { cardName } from '@portal/domain/payments/card-name'
import type { PaymentAnswer } from '@portal/domain/payments/charges.schema'
import type { PaymentEntry } from '@portal/domain/payments/payment-list.schema'
import type { PaymentStatus } from '@portal/domain/payments/payment-status'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { CircleCheck, FileText, Hourglass } from 'lucide-react'
import { useEffect } from 'react'
import { usePortal } from '../../session/useSession.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/layers/Dialog.tsx'
import { Facts } from '../../ui/Facts.tsx'
import { Money } from '../../ui/Money.tsx'
import { refreshBooks } from './charges.api.ts'
import { invoicePaymentsQuery } from '../receipts/payment-history.api.ts'
import css from '../payments.module.css'
import { useReceipt } from '../receipts/useReceipt.ts'

type Standing = 'paid' | 'pending' | 'failed'

const titles: Record<Standing, string> = {
  paid: 'Payment Successful',
  pending: 'Payment Being Confirmed',
  failed: 'Payment failed.',
}

/** The status in the response, until the list of payments has a newer one. */
function standingOf(
  { id, status }: Pick<PaymentAnswer, 'id' | 'status'>,
  rows: readonly PaymentEntry[] | undefined,
): Standing {
  if (status === 'succeeded') return 'paid'
  const now = rows?.find((entry) => entry.id === id)?.status
  if (now === 'failed') return 'failed'
  return now === undefined || isUnderWay(now) ? 'pending' : 'paid'
}

export const isUnderWay = (status: PaymentStatus) => status === 'confirming' || status === 'waiting'

const stillConfirming =
  'The payment is being confirmed. Until then, the invoice is shown as (pending). Do not pay it again.'

interface PaymentDoneProps {
  answer: Omit<PaymentAnswer, 'clientSecret'>
  onClose: () => void
}

/** The result of a payment. While the card provider confirms it, waits for the outcome. */
export function PaymentDone({ answer, onClose }: PaymentDoneProps) {
  const { accountId } = usePortal().company
  const client = useQueryClient()
  const { data } = useQuery({
    ...invoicePaymentsQuery(accountId, answer.invoiceNumber),
    refetchInterval: ({ state }) =>
      standingOf(answer, state.data?.rows) === 'pending' ? 3000 : false,
  })
  const standing = standingOf(answer, data?.rows)
  const paid = standing === 'paid'
  const entry = data?.rows.find(({ id }) => id === answer.id)
  const receipt = useReceipt(accountId)
  useEffect(() => {
    if (standing !== 'pending') void refreshBooks(client, accountId)
  }, [standing, client, accountId])
  return (
    <Dialog
      open
      onClose={onClose}
      title={titles[standing]}
      error={standing === 'failed' ? entry?.message || 'Payment failed.' : undefined}
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
      {standing !== 'failed' && (
        <p className={paid ? css.done : css.waiting} role="status">
          {paid ? <CircleCheck size={18} aria-hidden /> : <Hourglass size={18} aria-hidden />}
          {paid ? 'The invoice has been paid.' : answer.message || stillConfirming}
        </p>
      )}
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
