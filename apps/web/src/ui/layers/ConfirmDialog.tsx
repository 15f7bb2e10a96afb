import type { ComponentProps } from 'react'
import { Button } from '../Button.tsx'
import { Dialog } from './Dialog.tsx'

interface ConfirmDialogProps extends Omit<ComponentProps<typeof Dialog>, 'open' | 'actions'> {
  /** The label of the button that does it, and why it cannot now. */
  action: string
  disabledReason?: string | false | undefined
  onConfirm: () => void
}

/** A question before something is taken away, or given that is hard to take back. */
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
