import type { ComponentProps } from 'react'
import { Button } from '../Button.tsx'
import { Dialog } from './Dialog.tsx'

interface ConfirmDialogProps extends Omit<ComponentProps<typeof Dialog>, 'open' | 'actions'> {
  /** The label of the confirming button, and why it is disabled. */
  action: string
  disabledReason?: string | false | undefined
  onConfirm: () => void
}

/** Asks before an action that removes something, or grants something that is hard to revoke. */
export const ConfirmDialog = ({
  action,
  disabledReason,
  onConfirm,
  ...dialog
}: ConfirmDialogProps) => (
  <Dialog
    open
    cancel="Cancel"
    {...dialog}
    actions={
      <Button tone="danger" busy={dialog.busy} disabledReason={disabledReason} onClick={onConfirm}>
        {action}
      </Button>
    }
  />
)
