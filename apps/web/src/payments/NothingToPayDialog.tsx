import type { ReactNode } from 'react'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { confirmationTitle } from './CardOnFileDialog.tsx'

/** Nothing can be paid by card; what is left says why. */
export function NothingToPayDialog({
  onClose,
  children,
}: {
  onClose: () => void
  children?: ReactNode
}) {
  return (
    <Dialog
      open
      onClose={onClose}
      title={confirmationTitle}
      busy={false}
      error="No eligible invoices"
      actions={<Button onClick={onClose}>Close</Button>}
    >
      {children}
    </Dialog>
  )
}
