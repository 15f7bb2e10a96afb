import { isolated } from '@portal/domain/kernel/isolated'
import { useQuery } from '@tanstack/react-query'
import { SendDialog } from '../../notifications/SendDialog.tsx'
import { usePortal } from '../../session/useSession.ts'
import { receiptRecipientsQuery, sendReceipt } from './payment-history.api.ts'

interface SendReceiptDialogProps {
  payment: { id: string; invoiceNumber: string }
  onClose: () => void
}

/** Sends the receipt of a payment again. */
export function SendReceiptDialog({ payment, onClose }: SendReceiptDialogProps) {
  const { accountId } = usePortal().company
  const recipients = useQuery(receiptRecipientsQuery(accountId))
  return (
    <SendDialog
      what={`receipt ${payment.id}`}
      title={`Send the receipt of ${isolated(payment.invoiceNumber)}`}
      description="Each recipient gets an email with the receipt as PDF. It says that you sent it."
      recipients={recipients}
      send={(emails, key) => sendReceipt(accountId, payment.id, emails, key)}
      onClose={onClose}
    />
  )
}
