import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'

interface ClearOrderDialogProps {
  /** Of the draft that is edited. */
  id: number | undefined
  onClose: () => void
  onClear: () => void
}

export function ClearOrderDialog({ id, onClose, onClear }: ClearOrderDialogProps) {
  return (
    <Dialog
      open
      onClose={onClose}
      title="Clear Order"
      description={
        id === undefined
          ? 'Are you sure you want to clear this order? All its items are removed.'
          : `Are you sure you want to clear this order? Your changes are dropped; draft #${id} stays as it was saved.`
      }
      busy={false}
      error={undefined}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button tone="danger" onClick={onClear}>
            Clear Order
          </Button>
        </>
      }
    />
  )
}
