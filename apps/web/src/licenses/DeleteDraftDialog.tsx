import { useQueryClient } from '@tanstack/react-query'
import { useSingleMutation } from '../api/useSingleMutation.ts'
import { usePortal } from '../session/useSession.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { toast } from '../ui/toasts.ts'
import { deleteDraft, licensesKey } from './licenses.api.ts'
import type { UseLocalOrder } from './useLocalOrder.ts'

interface DeleteDraftDialogProps {
  id: number
  local: UseLocalOrder
  onClose: () => void
  onDeleted: () => void
}

export function DeleteDraftDialog({ id, local, onClose, onDeleted }: DeleteDraftDialogProps) {
  const { accountId } = usePortal().company
  const client = useQueryClient()
  const deletion = useSingleMutation({
    mutationFn: () => deleteDraft(accountId, id),
    onSuccess: async () => {
      // Should it be in hand here, its items stay to be saved as a new order.
      local.change((order) => {
        const { id: inHand, version: _, ...items } = order
        return inHand === id ? items : order
      })
      toast.done('Draft deleted.')
      onDeleted()
      onClose()
      await client.invalidateQueries({ queryKey: licensesKey(accountId) })
    },
  })
  const busy = deletion.isPending
  return (
    <Dialog
      open
      onClose={onClose}
      title="Delete Draft"
      description={`Are you sure you want to delete draft #${id}?`}
      busy={busy}
      error={deletion.isError ? 'Failed to delete draft. Please try again.' : undefined}
      actions={
        <>
          <Button disabledReason={busy && 'One moment...'} onClick={onClose}>
            Cancel
          </Button>
          <Button tone="danger" busy={busy} onClick={() => deletion.mutate()}>
            Delete
          </Button>
        </>
      }
    />
  )
}
