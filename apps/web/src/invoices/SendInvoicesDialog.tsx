import { isolated } from '@portal/domain/kernel/isolated'
import { plural } from '@portal/domain/kernel/plural'
import { useQuery } from '@tanstack/react-query'
import { SendDialog } from '../notifications/SendDialog.tsx'
import { usePortal } from '../session/useSession.ts'
import { invoiceRecipientsQuery, sendInvoices } from './invoices.api.ts'

interface SendInvoicesDialogProps {
  invoices: readonly { id: string; invoiceNumber: string }[]
  onClose: () => void
}

/** Sends the PDFs of one or several invoices. */
export function SendInvoicesDialog({ invoices, onClose }: SendInvoicesDialogProps) {
  const { accountId } = usePortal().company
  const ids = invoices.map(({ id }) => id)
  const recipients = useQuery(invoiceRecipientsQuery(accountId, ids))
  const isOne = invoices.length === 1
  return (
    <SendDialog
      what={`invoices ${ids.join(' ')}`}
      title={
        isOne
          ? `Send invoice ${isolated(invoices[0]!.invoiceNumber)}`
          : `Send ${plural(invoices.length, 'invoice')}`
      }
      description={
        isOne
          ? 'Each recipient gets an email with the PDF. It says that you sent it.'
          : 'Each recipient gets one email with the PDFs. It says that you sent it.'
      }
      recipients={recipients}
      send={(emails, key) => sendInvoices(accountId, ids, emails, key)}
      onClose={onClose}
    />
  )
}
