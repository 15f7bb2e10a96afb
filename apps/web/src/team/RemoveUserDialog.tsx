import type { User } from '@portal/domain/team/team.schema'
import { isolated } from '@portal/domain/kernel/isolated'
import { useQueryClient } from '@tanstack/react-query'
import { failureText } from '../api/call-failed.ts'
import { useSingleMutation } from '../api/useSingleMutation.ts'
import { ConfirmDialog } from '../ui/layers/ConfirmDialog.tsx'
import { focusMain } from '../ui/page/focus-main.ts'
import { toast } from '../ui/toasts.ts'
import type { TeamMember } from './members.ts'
import { membersQuery, refreshTeam, removeUser } from './team.api.ts'

interface RemoveUserDialogProps {
  accountId: string
  member: TeamMember
  onClose: () => void
  onRemoved: () => void
}

export function RemoveUserDialog({ accountId, member, onClose, onRemoved }: RemoveUserDialogProps) {
  const client = useQueryClient()
  const removal = useSingleMutation({
    mutationFn: () => removeUser(accountId, member.id),
    onSuccess: () => {
      toast.done('User removed', member.name)
      onRemoved()
      client.setQueryData(membersQuery(accountId).queryKey, (users: User[] | undefined) =>
        users?.filter(({ id }) => id !== member.id),
      )
      focusMain()
      void refreshTeam(client, accountId)
    },
  })
  return (
    <ConfirmDialog
      onClose={onClose}
      title="REMOVE USER"
      description={`Are you sure you want to remove ${isolated(member.name)}? They lose access at once; the history keeps what they did.`}
      busy={removal.isPending}
      error={
        removal.isError
          ? failureText(removal.error, `Unable to remove ${isolated(member.name)}.`)
          : undefined
      }
      action={removal.isPending ? 'Removing User...' : 'Remove User'}
      onConfirm={() => removal.mutate()}
    />
  )
}
