import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { EligibleInvoices } from './EligibleInvoices.tsx'

/** Said once the server has enrolled the company: what AutoPay charges now, and when. */
export function EnrolledDialog({ accountId, onClose }: { accountId: string; onClose: () => void }) {
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title="Confirm Enroll in AutoPay"
      description="You are enrolled in AutoPay. These are the invoices that are overdue or due in the next 30 days, each with the day of its charge or the reason why it is not charged."
      busy={false}
      error={undefined}
      actions={
        <Button tone="primary" onClick={onClose}>
          Close
        </Button>
      }
    >
      <EligibleInvoices
        accountId={accountId}
        none="No invoice is due in the next 30 days. New ones are charged on their due dates."
      />
    </Dialog>
  )
}
