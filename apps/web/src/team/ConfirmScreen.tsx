import { daysUntil } from '@portal/domain/team/invite-form'
import type { InviteCheck } from '@portal/domain/team/invites.schema'
import { inviteText } from '@portal/domain/team/rights-shown'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, type ReactNode } from 'react'
import { CallFailed } from '../api/call-failed.ts'
import { useNow } from '../kernel/useNow.ts'
import { authenticationQuery } from '../session/session.api.ts'
import { UseAnotherAccount } from '../session/UseAnotherAccount.tsx'
import { useSession } from '../session/useSession.ts'
import { Banner } from '../ui/Banner.tsx'
import { Button } from '../ui/Button.tsx'
import { ChangedSince, useBefore } from '../ui/ChangedSince.tsx'
import { Facts } from '../ui/Facts.tsx'
import { Instant } from '../ui/Instant.tsx'
import { Notice } from '../ui/page/Notice.tsx'
import { Stack } from '../ui/parts.tsx'
import { ButtonLink } from '../ui/page/PathLink.tsx'
import css from './ConfirmScreen.module.css'
import { invitationEnd, invitationNotFound, reasonBeside } from './invitation-end.ts'
import { labelsOf } from './invite-rows.ts'
import { useInvitation } from './useInvitation.ts'

const documentTitle = 'Invitation'

/** Follows an invitation link: checks it, shows it for review and accepts it, or shows why that is impossible. */
export function ConfirmScreen() {
  const { hasCode, path, check, acceptance, accept } = useInvitation()
  const now = check.data ? inviteText(check.data) : ''
  const before = useBefore(now, now && 'loaded')
  if (!hasCode)
    return (
      <End
        error={undefined}
        steps={[
          'First open the link in your invitation email again. If it was copied, a part may be missing.',
          'If that does not help, ask your company admin for a new invitation.',
        ]}
      />
    )
  if (acceptance.isPending || acceptance.isSuccess)
    return <Waiting section="Accepting Invitation" />
  if (check.isPending) return <Waiting section="Checking Invitation" />
  // A conflict has its own message, which often contains instructions.
  const conflict = sentenceOf(acceptance.error, 409)
  if (acceptance.isError && conflict === undefined)
    return <End error={acceptance.error} onRetry={accept} />
  if (check.data?.isMember) return <AlreadyMember companyName={check.data.companyName} />
  if (check.data)
    return (
      <ReviewInvite
        invite={check.data}
        changed={before !== undefined && <ChangedSince before={before} now={now} />}
        problem={conflict}
        onAccept={accept}
      />
    )
  if (invitationEnd(check.error) === invitationNotFound)
    return <NotFoundForAccount error={check.error} path={path} />
  return <End error={check.error} busy={check.isFetching} onRetry={() => void check.refetch()} />
}

/** Only the invited account can open an invitation; most users who get "not found" are signed in with another one. */
function NotFoundForAccount({ error, path }: { error: Error | null; path: string | undefined }) {
  const session = useSession()
  const { data: authentication } = useQuery(authenticationQuery)
  const account = session.state === 'signedIn' ? session.me.email : authentication?.userName
  if (!account) return <End error={error} />
  return (
    <End
      error={error}
      advice={
        <>
          You are signed in as <b>{account}</b>. An invitation opens only with the account it was
          sent to, from the newest email.
        </>
      }
      way={<UseAnotherAccount tone="primary" returnTo={path} />}
    />
  )
}

function AlreadyMember({ companyName }: { companyName: string }) {
  return (
    <Notice
      title="You are already a member"
      documentTitle={documentTitle}
      role="status"
      text={
        <>
          You have joined <bdi>{companyName}</bdi> and can work in the portal.
        </>
      }
      actions={
        <ButtonLink tone="primary" path="/manage">
          Open the portal
        </ButtonLink>
      }
    />
  )
}

function sentenceOf(error: unknown, status: number): string | undefined {
  return error instanceof CallFailed && error.status === status ? error.message : undefined
}

function Waiting({ section }: { section: string }) {
  return <Notice title={section} documentTitle={documentTitle} role="status" text="One moment..." />
}

interface EndProps {
  /** Why the invitation could not be loaded; undefined if there was no code. */
  error: Error | null | undefined
  onRetry?: () => void
  busy?: boolean
  /** The instructions if the invitation was not found. */
  advice?: ReactNode
  /** The instructions as steps. */
  steps?: readonly string[]
  /** The button of the instructions. */
  way?: ReactNode
}

function End({ error, onRetry, busy, advice, steps, way }: EndProps) {
  const end = error ? invitationEnd(error) : invitationNotFound
  const reason = reasonBeside(end, error)
  const retry = end.section === 'System Error' && onRetry && (
    <Button tone="primary" busy={busy} onClick={onRetry}>
      Try Again
    </Button>
  )
  const main = way ?? (retry || undefined)
  return (
    <Notice
      title={end.section}
      documentTitle={documentTitle}
      role="alert"
      text={end.text}
      advice={reason ? <b>{reason}</b> : advice}
      actions={
        <>
          {main}
          <ButtonLink tone={main ? 'quiet' : 'plain'} path="/">
            Back to the start page
          </ButtonLink>
        </>
      }
    >
      {steps && (
        <Stack as="ol" gap={3} tone="muted" className={css.steps}>
          {steps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </Stack>
      )}
    </Notice>
  )
}

interface ReviewInviteProps {
  invite: InviteCheck
  /** The old content beside the new one. */
  changed: ReactNode
  /** Why the invitation could not be accepted. */
  problem: string | undefined
  onAccept: () => void
}

/** The content of the invitation, before the user accepts it. */
function ReviewInvite({ invite, changed, problem, onAccept }: ReviewInviteProps) {
  const { data: session } = useQuery(authenticationQuery)
  const isChanged = Boolean(changed)
  const { companyName, expirationDate, permissions, categories, leavesCompany, refusal } = invite
  const days = daysUntil(expirationDate, useNow())
  const acceptButton = useRef<HTMLButtonElement>(null)
  // The page had no button while the answer was pending.
  useEffect(() => {
    if (isChanged) acceptButton.current?.focus()
  }, [isChanged])
  return (
    <Notice
      title="Review Invite"
      documentTitle={documentTitle}
      actions={
        <Button
          tone={leavesCompany === null ? 'primary' : 'danger'}
          disabledReason={refusal ?? undefined}
          onClick={onAccept}
          ref={acceptButton}
        >
          {isChanged ? 'Accept Changed Invitation' : 'Accept Invitation'}
        </Button>
      }
      note="If the information in this invite is not correct, please contact your company's licensing and billing admin."
    >
      <Stack gap={5}>
        <Facts
          facts={[
            { label: 'Company', value: companyName },
            {
              label: 'Days to expiration',
              value: (
                <>
                  {days} (<Instant at={expirationDate} to="day" />)
                </>
              ),
            },
            { label: 'Permissions', value: <Labels labels={labelsOf(permissions)} /> },
            ...(categories.length > 0
              ? [{ label: 'Invoice Categories', value: <Labels labels={categories} /> }]
              : []),
            ...(session?.userName ? [{ label: 'Signed in as', value: session.userName }] : []),
          ]}
        />
        {leavesCompany !== null && (
          <Banner tone="warn" role="status">
            You are already a member of {leavesCompany}. Accepting this invite will remove you from
            that company.
          </Banner>
        )}
        {changed}
        {(problem ?? refusal) && (
          <Banner tone="danger" role="alert">
            {problem ?? refusal}
          </Banner>
        )}
      </Stack>
    </Notice>
  )
}

function Labels({ labels }: { labels: readonly string[] }) {
  return (
    <ul>
      {labels.map((label) => (
        <li key={label}>{label}</li>
      ))}
    </ul>
  )
}
