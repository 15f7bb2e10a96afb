import { emailFault } from '@portal/domain/team/invite-form'
import { useQuery } from '@tanstack/react-query'
import { Users } from 'lucide-react'
import { useTyped } from '../session/useTyped.ts'
import { Button } from '../ui/Button.tsx'
import { TextField } from '../ui/fields/TextField.tsx'
import { InviteForm, type InviteDialogProps, type TypedGrants } from './InviteForm.tsx'
import { InviteSentDialog } from './InviteSentDialog.tsx'
import { inviteRoomQuery } from './team.api.ts'
import { useSendInvite } from './useSendInvite.ts'

interface TypedInvite extends TypedGrants {
  email: string
}

interface OneInviteProps extends InviteDialogProps {
  onSeveral: () => void
}

/** Invites one person. */
export function InviteDialog({ onSeveral, ...company }: OneInviteProps) {
  const typed = useTyped<TypedInvite>('invite', { email: '', permissions: [], chosenIds: [] })
  const { email } = typed.value
  const type = (change: Partial<TypedInvite>) => typed.set((before) => ({ ...before, ...change }))
  const { data: room } = useQuery(inviteRoomQuery(company.accountId))
  const invite = useSendInvite(company.accountId, { onSent: typed.discard })

  if (invite.sentTo) return <InviteSentDialog to={invite.sentTo} onClose={company.onClose} />
  return (
    <InviteForm
      {...company}
      title="INVITE USER"
      description="The user"
      typed={typed}
      grants={typed.value}
      onType={type}
      whoFault={emailFault(email.trim()) ?? (room?.people === 0 ? room.later : undefined)}
      renderWho={({ error, onTouch, onEnter }) => (
        <>
          <TextField
            label="Email"
            name="email"
            type="email"
            value={email}
            onChange={(next) => type({ email: next })}
            onBlur={() => email && onTouch()}
            // Enter does not submit a form with a disabled button: this at least shows the reason.
            onEnter={onEnter}
            placeholder="name@company.com"
            error={error}
          />
          <Button icon={<Users size={16} aria-hidden />} onClick={onSeveral}>
            Invite several people
          </Button>
        </>
      )}
      sending={invite}
      action="Send Invite"
      onSend={(grants) => invite.start({ ...grants, email: email.trim() })}
    />
  )
}
