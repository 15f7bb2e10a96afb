import { inviteRefusal } from '@portal/domain/team/invite-form'
import type { Invite } from '@portal/domain/team/invites.schema'
import { useQueryClient, type UseQueryResult } from '@tanstack/react-query'
import { Mail, MailX, Send } from 'lucide-react'
import { useState } from 'react'
import { failureText } from '../api/call-failed.ts'
import { useSingleMutation } from '../api/useSingleMutation.ts'
import { useNow } from '../kernel/useNow.ts'
import { AccordionSkeleton } from '../ui/lists/AccordionSkeleton.tsx'
import { AccordionList } from '../ui/lists/AccordionList.tsx'
import { Banner } from '../ui/Banner.tsx'
import { Button } from '../ui/Button.tsx'
import { ConfirmDialog } from '../ui/layers/ConfirmDialog.tsx'
import { Facts } from '../ui/Facts.tsx'
import { Instant } from '../ui/Instant.tsx'
import { focusMain } from '../ui/page/focus-main.ts'
import { ListState } from '../ui/lists/ListState.tsx'
import { Row } from '../ui/parts.tsx'
import { toast } from '../ui/toasts.ts'
import { formOf, labelsOf } from './invite-rows.ts'
import { InviteHead } from './InviteHead.tsx'
import css from './InviteList.module.css'
import { InviteSentDialog } from './InviteSentDialog.tsx'
import { invitesOnPaper } from './paper-columns.tsx'
import { refreshTeam, revokeInvite } from './team.api.ts'
import { useGrantor } from './useGrantor.ts'
import { useSendInvite } from './useSendInvite.ts'

interface InviteListProps {
  accountId: string
  invites: UseQueryResult<Invite[]>
  shown: readonly Invite[]
  openId: string | undefined
  onOpen: (id: string | undefined) => void
  /** The search text. */
  typed: string
  onType: (text: string) => void
}

/** The list of invitations. */
export function InviteList(props: InviteListProps) {
  const { accountId, invites, shown, openId, onOpen, typed, onType } = props
  const now = useNow()
  const [resentTo, setResentTo] = useState<string>()
  return (
    <ListState
      query={invites}
      placeholder={<AccordionSkeleton label="Loading invites" />}
      failed={failureText(invites.error, 'Failed to load invites.')}
      isEmpty={() => shown.length === 0}
      empty={{
        icon: <Mail size={24} aria-hidden />,
        text: 'No Invites Found.',
        note: 'Invite a colleague. The invitation is listed here, with its status.',
      }}
      filters={
        typed !== '' && {
          note: 'No email matches the search.',
          isSearch: true,
          onClear: () => onType(''),
        }
      }
    >
      {() => (
        <>
          <AccordionList
            label="Invites"
            rows={shown}
            keyOf={keyOf}
            openKey={openId}
            onOpen={onOpen}
            itemHeight={61}
            paper={invitesOnPaper}
            renderHead={(invite) => <InviteHead invite={invite} now={now} />}
            renderPanel={(invite) => (
              <InvitePanel
                accountId={accountId}
                invite={invite}
                onResent={setResentTo}
                onRevoked={() => onOpen(undefined)}
              />
            )}
          />
          {resentTo && <InviteSentDialog to={resentTo} onClose={() => setResentTo(undefined)} />}
        </>
      )}
    </ListState>
  )
}

const keyOf = (invite: Invite) => invite.id

interface InvitePanelProps {
  accountId: string
  invite: Invite
  onResent: (email: string) => void
  onRevoked: () => void
}

/** The grants and the end of an invitation. If not accepted, it can be sent again or revoked. */
function InvitePanel({ accountId, invite, onResent, onRevoked }: InvitePanelProps) {
  const inviter = useGrantor()
  const form = formOf(invite)
  const again = useSendInvite(accountId, {
    onSent: onResent,
    onFailed: (error) => toast.problem(failureText(error, 'Failed to send invite.'), invite.email),
  })
  const [revoking, setRevoking] = useState(false)
  return (
    <div className={css.panel}>
      {invite.problem && (
        <Banner tone="warn">
          {invite.problem} No one can accept this invitation until it is sent again.
        </Banner>
      )}
      <Facts
        facts={[
          { label: 'Sent by', value: <bdi>{invite.sentBy ?? 'Unknown'}</bdi> },
          { label: 'Expires', value: <Instant at={invite.expirationDate} /> },
          { label: 'Permissions', value: labelsOf(invite.permissions).join(', ') },
          {
            label: 'Invoice Categories',
            value: invite.categories.map(({ name }) => name).join(', ') || 'None',
          },
        ]}
      />
      {!invite.hasAccepted && (
        <Row gap={3} align="stretch" wrap className={css.actions}>
          <Button
            icon={<MailX size={16} aria-hidden />}
            disabledReason={again.busy && 'The invitation is being sent.'}
            onClick={() => setRevoking(true)}
          >
            Revoke
          </Button>
          <Button
            icon={<Send size={15} aria-hidden />}
            busy={again.busy}
            disabledReason={inviteRefusal(inviter, form)}
            onClick={() => again.start({ ...form, categories: invite.categories })}
          >
            Resend
          </Button>
        </Row>
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

interface RevokeDialogProps {
  accountId: string
  invite: Invite
  onClose: () => void
  onRevoked: () => void
}

function RevokeDialog({ accountId, invite, onClose, onRevoked }: RevokeDialogProps) {
  const client = useQueryClient()
  const revoking = useSingleMutation({
    mutationFn: () => revokeInvite(accountId, invite.inviteCode),
    onSuccess: async () => {
      toast.done('Invitation revoked', invite.email)
      onRevoked()
      await refreshTeam(client, accountId)
      focusMain()
    },
    // The invitation may have been accepted or sent again meanwhile.
    onError: () => void refreshTeam(client, accountId),
  })
  return (
    <ConfirmDialog
      onClose={onClose}
      title="Revoke invitation?"
      description={`The link sent to ${invite.email} will no longer work.`}
      busy={revoking.isPending}
      error={revoking.isError ? failureText(revoking.error, 'Failed to revoke invite.') : undefined}
      action="Revoke"
      onConfirm={() => revoking.mutate()}
    />
  )
}
