import { CallFailed } from '../api/call-failed.ts'
import { Button } from '../ui/Button.tsx'
import { PageTitle } from '../ui/PageTitle.tsx'
import css from './ConfirmScreen.module.css'
import { invitationEnd, invitationNotFound, type InvitationEnd } from './invitation-end.ts'
import { ReviewInvite } from './ReviewInvite.tsx'
import { useInvitation } from './useInvitation.ts'

/** The way from an invitation's link into the company: check, review, accept; or one of the ends. */
export function ConfirmScreen() {
  const { hasCode, check, acceptance, accept } = useInvitation()
  return (
    <div className={css.confirm}>
      <PageTitle>Invitation</PageTitle>
      {content()}
    </div>
  )

  function content() {
    if (!hasCode)
      return (
        <End end={invitationNotFound}>
          <p className={css.note}>
            Open the link of your invitation mail: this page does not keep it.
          </p>
        </End>
      )
    if (acceptance.isPending || acceptance.isSuccess)
      return <Waiting section="Accepting Invitation" />
    if (check.isPending) return <Waiting section="Checking Invitation" />
    // A conflict has a reason of its own, which the person can often do something about.
    const conflict = sentenceOf(acceptance.error, 409)
    if (acceptance.isError && conflict === undefined)
      return <End end={invitationEnd(acceptance.error)} onRetry={accept} />
    if (check.data) return <ReviewInvite invite={check.data} problem={conflict} onAccept={accept} />
    return (
      <End
        end={invitationEnd(check.error)}
        busy={check.isFetching}
        onRetry={() => void check.refetch()}
      >
        <p className={css.note}>{sentenceOf(check.error, 409)}</p>
      </End>
    )
  }
}

function sentenceOf(error: unknown, status: number): string | undefined {
  return error instanceof CallFailed && error.status === status ? error.message : undefined
}

function Waiting({ section }: { section: string }) {
  return (
    <div role="status">
      <h1 className={css.section}>{section}</h1>
      <p className={css.text}>One moment...</p>
    </div>
  )
}

interface EndProps {
  end: InvitationEnd
  onRetry?: () => void
  busy?: boolean
  children?: React.ReactNode
}

function End({ end, onRetry, busy, children }: EndProps) {
  return (
    <div role="alert">
      <h1 className={css.section}>{end.section}</h1>
      <p className={css.text}>{end.text}</p>
      {children}
      {end.section === 'System Error' && onRetry && (
        <Button busy={busy} onClick={onRetry}>
          Try Again
        </Button>
      )}
    </div>
  )
}
