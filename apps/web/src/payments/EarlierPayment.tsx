import { cardRefusals } from '@portal/domain/invoices/card-payment'
import type { PaymentEntry } from '@portal/domain/payments/payment-list.schema'
import { useQuery } from '@tanstack/react-query'
import { userName } from '../session/user-name.ts'
import { usePortal } from '../session/useSession.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { Loading } from '../ui/Loading.tsx'
import { confirmationTitle } from './CardOnFileDialog.tsx'
import { invoicePaymentsQuery } from './payment-list.api.ts'
import { isUnderWay, PaymentDone } from './PaymentDone.tsx'

interface EarlierPaymentProps {
  invoiceNumber: string
  onClose: () => void
}

/** The invoice has been charged. A payment of this person a moment ago is shown as if the page had not been loaded again. */
export function EarlierPayment({ invoiceNumber, onClose }: EarlierPaymentProps) {
  const { me, company } = usePortal()
  const { accountId } = company
  const { data, isPending } = useQuery(invoicePaymentsQuery(accountId, invoiceNumber))
  const newest = data?.rows[0]
  if (newest && newest.paidBy === userName(me) && isOfNow(newest))
    return (
      <PaymentDone
        answer={{
          ...newest,
          status: isUnderWay(newest.status) ? 'pending' : 'succeeded',
          message: '',
        }}
        onClose={onClose}
      />
    )
  return (
    <Dialog
      open
      onClose={onClose}
      title={confirmationTitle}
      description={`Invoice ${invoiceNumber}`}
      busy={false}
      error={isPending ? undefined : cardRefusals.charged}
      actions={<Button onClick={onClose}>Close</Button>}
    >
      {isPending && <Loading />}
    </Dialog>
  )
}

const tenMinutes = 600_000

const isOfNow = ({ status, date }: PaymentEntry) =>
  isUnderWay(status) ||
  ((status === 'posting' || status === 'paid') && Date.now() - Date.parse(date) < tenMinutes)
