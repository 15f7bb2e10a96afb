import { isolated } from '@portal/domain/kernel/isolated'
import { failureText } from '../api/call-failed.ts'
import { useSingleMutation } from '../api/useSingleMutation.ts'
import { useTyped } from '../session/useTyped.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/layers/Dialog.tsx'
import { TextField } from '../ui/fields/TextField.tsx'
import { toast } from '../ui/toasts.ts'
import type { TeamMember } from './members.ts'
import { resetSignIn } from './team.api.ts'

interface ResetSignInDialogProps {
  accountId: string
  member: TeamMember
  onClose: () => void
}

export function ResetSignInDialog({ accountId, member, onClose }: ResetSignInDialogProps) {
  const typed = useTyped(`reset sign-in ${member.id}`, '')
  const reason = typed.value
  const reset = useSingleMutation({
    mutationFn: () => resetSignIn(accountId, { userId: member.id, reason: reason.trim() }),
    onSuccess: () => {
      typed.discard()
      toast.done('Sign-in reset', member.name)
      onClose()
    },
  })
  return (
    <Dialog
      open
      onClose={onClose}
      title="RESET SIGN-IN"
      description={`${isolated(member.name)} is signed out everywhere, and the account used so far no longer works. The next account with the verified address ${isolated(member.email)} becomes theirs. They get an email.`}
      busy={reset.isPending}
      typed={typed}
      error={
        reset.isError
          ? failureText(reset.error, `Unable to reset the sign-in of ${isolated(member.name)}.`)
          : undefined
      }
      cancel="Cancel"
      actions={
        <Button
          tone="danger"
          busy={reset.isPending}
          disabledReason={!reason.trim() && 'Enter a reason.'}
          type="submit"
          form="reset-sign-in"
        >
          Reset Sign-in
        </Button>
      }
    >
      <form
        id="reset-sign-in"
        onSubmit={(event) => {
          event.preventDefault()
          if (reason.trim()) reset.mutate()
        }}
      >
        <TextField
          label="Reason"
          name="reason"
          value={reason}
          onChange={(text) => typed.set(text.slice(0, 200))}
          error={undefined}
          note="Shown in the history and in the email."
        />
      </form>
    </Dialog>
  )
}
