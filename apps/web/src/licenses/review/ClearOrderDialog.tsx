import { orderNumber } from '@portal/domain/licenses/order-number'
import { ConfirmDialog } from '../../ui/layers/ConfirmDialog.tsx'
import { useUnsentOrder } from '../unsent/useUnsentOrder.tsx'

interface ClearOrderDialogProps {
  onClose: () => void
  onCleared: () => void
}

export function ClearOrderDialog({ onClose, onCleared }: ClearOrderDialogProps) {
  const { content, isChanging, blocked, clear } = useUnsentOrder()
  return (
    <ConfirmDialog
      title="Clear Order"
      description={
        content.draft
          ? `Are you sure you want to clear this order? Your changes will be discarded; draft #${orderNumber(content.draft.id)} stays as it was saved.`
          : 'Are you sure you want to clear this order? All items will be removed.'
      }
      busy={isChanging}
      disabledReason={blocked}
      action="Clear Order"
      onConfirm={() => clear(onCleared)}
      onClose={onClose}
    />
  )
}
