import { CircleCheck } from 'lucide-react'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/layers/ConfirmDialog.tsx'
import { Dialog } from '../../ui/layers/Dialog.tsx'
import { EligibleInvoices } from './EligibleInvoices.tsx'
import css from '../payments.module.css'

interface OptOutDialogProps {
  accountId: string
  busy: boolean
  error: string | undefined
  onOptOut: () => void
  onClose: () => void
}

/** Opts out of AutoPay, after showing the invoices that must then be paid manually. */
export function OptOutDialog({ accountId, busy, error, onOptOut, onClose }: OptOutDialogProps) {
  return (
    <ConfirmDialog
      wide
      onClose={onClose}
      title="Opt-Out of AutoPay"
      description="If you opt out, these invoices must be paid manually: all that are overdue or due in the next 30 days. Opting out takes effect immediately, except for charges already in progress."
      busy={busy}
      error={error}
      action="Opt-Out"
      onConfirm={onOptOut}
    >
      <EligibleInvoices
        accountId={accountId}
        none="No unpaid invoices are overdue or due in the next 30 days."
      />
    </ConfirmDialog>
  )
}

export function OptedOutDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog
      open
      onClose={onClose}
      title="AutoPay Opt-Out Successful"
      actions={
        <Button tone="primary" onClick={onClose}>
          Close
        </Button>
      }
    >
      <p className={css.done}>
        <CircleCheck size={18} aria-hidden />
        You have opted out of AutoPay. Please pay your invoices manually from now on.
      </p>
    </Dialog>
  )
}
