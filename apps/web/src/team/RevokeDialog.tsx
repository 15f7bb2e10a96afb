import type { Invite } from '@portal/domain/team/invites.schema'
import { useQueryClient } from '@tanstack/react-query'
import { failureText } from '../api/call-failed.ts'
import { useSingleMutation } from '../api/useSingleMutation.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { focusMain } from '../ui/focus-main.ts'
import { toast } from '../ui/toasts.ts'
import { revokeInvite } from './invites.api.ts'
import { refreshTeam } from './team.api.ts'

interface RevokeDialogProps {
  accountId: string
  invite: Invite
  onClose: () => void
  onRevoked: () => void
}

export function RevokeDialog({ accountId, invite, onClose, onRevoked }: RevokeDialogProps) {
  const client = useQueryClient()
  const revoking = useSingleMutation({
    mutationFn: () => revokeInvite(accountId, invite.inviteCode),
    onSuccess: async () => {
      toast.done('Invitation revoked', invite.email)
      onRevoked()
      await refreshTeam(client, accountId)
      focusMain()
    },
    // It may have been accepted or sent again meanwhile.
    onError: () => void refreshTeam(client, accountId),
  })
  return (
    <Dialog
      open
      onClose={onClose}
      title="Revoke invitation?"
      description={`The link that was sent to ${invite.email} will not work any more.`}
      busy={revoking.isPending}
      error={revoking.isError ? failureText(revoking.error, 'Failed to revoke invite.') : undefined}
      actions={
        <>
          <Button
            disabledReason={revoking.isPending && 'The invitation is being revoked.'}
            onClick={onClose}
          >
            Cancel
          </Button>
          <Button tone="danger" busy={revoking.isPending} onClick={() => revoking.mutate()}>
            Revoke
          </Button>
        </>
      }
    />
  )
}
