import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { confirmationTitle } from './CardOnFileDialog.tsx'

/** Reached by an address only: the button that leads here is disabled with the same words. */
export function NothingToPayDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog
      open
      onClose={onClose}
      title={confirmationTitle}
      busy={false}
      error="No eligible invoices"
      actions={<Button onClick={onClose}>Close</Button>}
    />
  )
}
