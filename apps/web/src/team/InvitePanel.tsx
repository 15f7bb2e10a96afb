import { inviteRefusal } from '@portal/domain/team/invite-form'
import type { Invite } from '@portal/domain/team/invites.schema'
import { MailX, Send } from 'lucide-react'
import { useState } from 'react'
import { failureText } from '../api/call-failed.ts'
import { formatInstant } from '../kernel/instant.ts'
import { Button } from '../ui/Button.tsx'
import { Facts } from '../ui/Facts.tsx'
import { toast } from '../ui/toasts.ts'
import { formOf, labelsOf } from './invite-rows.ts'
import css from './InvitePanel.module.css'
import { RevokeDialog } from './RevokeDialog.tsx'
import { useGrantor } from './useGrantor.ts'
import { useSendInvite } from './useSendInvite.ts'

interface InvitePanelProps {
  accountId: string
  invite: Invite
  onResent: (email: string) => void
  onRevoked: () => void
}

/** What an invitation grants and until when; one that is not accepted can be sent again or taken back. */
export function InvitePanel({ accountId, invite, onResent, onRevoked }: InvitePanelProps) {
  const inviter = useGrantor()
  const form = formOf(invite)
  const again = useSendInvite(accountId, {
    onSent: onResent,
    onFailed: (error) => toast.problem(failureText(error, 'Failed to send invite.'), invite.email),
  })
  const [revoking, setRevoking] = useState(false)
  return (
    <div className={css.panel}>
      <Facts
        facts={[
          { label: 'Expires', value: formatInstant(invite.expirationDate) },
          { label: 'Permissions', value: labelsOf(invite.permissions).join(', ') },
          {
            label: 'Invoice Categories',
            value: invite.categories.map(({ name }) => name).join(', ') || 'None',
          },
        ]}
      />
      {!invite.hasAccepted && (
        <div className={css.actions}>
          <Button
            icon={<MailX size={16} aria-hidden />}
            disabledReason={again.busy && 'The invitation is on its way.'}
            onClick={() => setRevoking(true)}
          >
            Revoke
          </Button>
          <Button
            icon={<Send size={15} aria-hidden />}
            busy={again.busy}
            disabledReason={inviteRefusal(inviter, form)}
            onClick={() => again.start(form)}
          >
            Resend
          </Button>
        </div>
      )}
      {revoking && (
        <RevokeDialog
          accountId={accountId}
          invite={invite}
          onClose={() => setRevoking(false)}
          onRevoked={onRevoked}
        />
      )}
    </div>
  )
}
