import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'

export function InviteSentDialog({ email, onClose }: { email: string; onClose: () => void }) {
  return (
    <Dialog
      open
      onClose={onClose}
      title="INVITE SENT!"
      description={`We sent an invite to ${email}`}
      busy={false}
      error={undefined}
      actions={
        <Button tone="primary" onClick={onClose}>
          Close
        </Button>
      }
    />
  )
}
