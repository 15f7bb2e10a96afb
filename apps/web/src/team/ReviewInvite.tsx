import { daysUntil } from '@portal/domain/team/invite-form'
import type { InviteCheck } from '@portal/domain/team/invites.schema'
import { useQuery } from '@tanstack/react-query'
import { formatInstantDay } from '../kernel/instant.ts'
import { useNow } from '../kernel/useNow.ts'
import { authenticationQuery } from '../session/session.api.ts'
import { Banner } from '../ui/Banner.tsx'
import { Button } from '../ui/Button.tsx'
import { Facts } from '../ui/Facts.tsx'
import css from './ConfirmScreen.module.css'
import { labelsOf } from './invite-rows.ts'

interface ReviewInviteProps {
  invite: InviteCheck
  /** Why accepting it did not work just now. */
  problem: string | undefined
  onAccept: () => void
}

/** What one is invited to, before saying yes to it. */
export function ReviewInvite({ invite, problem, onAccept }: ReviewInviteProps) {
  const { data: session } = useQuery(authenticationQuery)
  const { companyName, expirationDate, permissions, leavesCompany, refusal } = invite
  const days = daysUntil(expirationDate, useNow())
  return (
    <div className={css.review}>
      <h1 className={css.section}>Review Invite</h1>
      <div className={css.facts}>
        <Facts
          facts={[
            { label: 'Company', value: companyName },
            {
              label: 'Days to expiration',
              value: `${days} (${formatInstantDay(expirationDate)})`,
            },
            { label: 'Permissions', value: <Permissions labels={labelsOf(permissions)} /> },
            ...(session?.userName ? [{ label: 'Signed in as', value: session.userName }] : []),
          ]}
        />
      </div>
      {leavesCompany !== null && (
        <Banner tone="warn" role="status">
          You are already a member of {leavesCompany}. Accepting this invite will remove you from
          that company.
        </Banner>
      )}
      {(problem ?? refusal) && (
        <Banner tone="danger" role="alert">
          {problem ?? refusal}
        </Banner>
      )}
      <div className={css.accept}>
        <Button
          size="large"
          tone={leavesCompany === null ? 'primary' : 'danger'}
          disabledReason={refusal ?? undefined}
          onClick={onAccept}
        >
          Accept Invitation
        </Button>
      </div>
      <p className={css.footnote}>
        If the information in this invite is not correct, please contact your company's licensing
        and billing admin.
      </p>
    </div>
  )
}

function Permissions({ labels }: { labels: readonly string[] }) {
  return (
    <ul className={css.permissions}>
      {labels.map((label) => (
        <li key={label}>{label}</li>
      ))}
    </ul>
  )
}
