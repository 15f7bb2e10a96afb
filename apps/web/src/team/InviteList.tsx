import type { Invite } from '@portal/domain/team/invites.schema'
import type { UseQueryResult } from '@tanstack/react-query'
import { Mail } from 'lucide-react'
import { useState } from 'react'
import { failureText, supportIdOf } from '../api/call-failed.ts'
import { useNow } from '../kernel/useNow.ts'
import { AccordionList } from '../ui/AccordionList.tsx'
import { Button } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { InviteHead } from './InviteHead.tsx'
import { InvitePanel } from './InvitePanel.tsx'
import { InviteSentDialog } from './InviteSentDialog.tsx'

interface InviteListProps {
  accountId: string
  invites: UseQueryResult<Invite[]>
  shown: readonly Invite[]
  openId: string | undefined
  onOpen: (id: string | undefined) => void
  /** What is searched for. */
  typed: string
  onType: (text: string) => void
}

/** The invitations in whatever state the list is: on its way, failed, empty, filtered to nothing, or there. */
export function InviteList(props: InviteListProps) {
  const { accountId, invites, shown, openId, onOpen, typed, onType } = props
  const now = useNow()
  const [resentTo, setResentTo] = useState<string>()
  if (invites.isPending)
    return (
      <Card flush>
        <Skeleton lines={6} lineHeight={60} label="Loading invites" />
      </Card>
    )
  if (!invites.data)
    return (
      <Card flush>
        <ErrorState
          text={failureText(invites.error, 'Failed to load invites.')}
          supportId={supportIdOf(invites.error)}
          busy={invites.isFetching}
          onRetry={() => void invites.refetch()}
        />
      </Card>
    )
  if (shown.length === 0)
    return (
      <Card flush>
        <EmptyState
          icon={<Mail size={24} aria-hidden />}
          text="No Invites Found."
          {...(typed && {
            note: 'No e-mail matches the search.',
            action: <Button onClick={() => onType('')}>Clear filters</Button>,
          })}
        />
      </Card>
    )
  return (
    <>
      <AccordionList
        label="Invites"
        rows={shown}
        keyOf={keyOf}
        openKey={openId}
        onOpen={onOpen}
        itemHeight={61}
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
      {resentTo && <InviteSentDialog email={resentTo} onClose={() => setResentTo(undefined)} />}
    </>
  )
}

const keyOf = (invite: Invite) => invite.id
