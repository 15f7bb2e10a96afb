import type { ReactNode } from 'react'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/layers/Dialog.tsx'

interface InviteSentDialogProps {
  /** An address, or how many people of a list; undefined if no person was invited. */
  to: string | undefined
  onClose: () => void
  /** The result for each person of a list. */
  children?: ReactNode
}

export function InviteSentDialog({ to, onClose, children }: InviteSentDialogProps) {
  const sent = children ? 'INVITES SENT!' : 'INVITE SENT!'
  return (
    <Dialog
      open
      onClose={onClose}
      title={to ? sent : 'NO INVITES SENT'}
      description={to ? `We sent an invite to ${to}` : 'No person in the list was invited.'}
      wide={children !== undefined}
      actions={
        <Button tone="primary" onClick={onClose}>
          Close
        </Button>
      }
    >
      {children}
    </Dialog>
  )
}
