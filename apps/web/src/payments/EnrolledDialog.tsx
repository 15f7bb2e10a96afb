import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { EligibleInvoices } from './EligibleInvoices.tsx'

/** Said once the server has enrolled the company: what AutoPay now takes care of. */
export function EnrolledDialog({ accountId, onClose }: { accountId: string; onClose: () => void }) {
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title="Confirm Enroll in AutoPay"
      description="You are enrolled in AutoPay. These eligible invoices are charged by themselves, each on its due date."
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
        none="There are no eligible invoices at the moment. New ones are charged on their due dates."
      />
    </Dialog>
  )
}
