import type { AccessRequest } from '@portal/domain/team/access-requests.schema'
import { isLastManager } from '@portal/domain/team/grants'
import css from './AccessRequests.module.css'
import type { TeamMember } from './members.ts'
import { RequestLine } from './RequestLine.tsx'
import { useGrantor } from './useGrantor.ts'

interface AccessRequestsProps {
  accountId: string
  members: readonly TeamMember[]
  requests: readonly AccessRequest[]
  onShow: (userId: string) => void
}

/** Everything members have asked for, above the list; nothing when nobody asks. */
export function AccessRequests({ accountId, members, requests, onShow }: AccessRequestsProps) {
  const actor = useGrantor()
  const asked = requests.flatMap((request) => {
    const member = members.find(({ id }) => id === request.userId)
    return member ? [{ request, member }] : []
  })
  if (asked.length === 0) return null
  return (
    <section className={css.requests} aria-label="Requests for access">
      <h2>Requests for access</h2>
      {asked.map(({ request, member }) => (
        <RequestLine
          key={request.id}
          accountId={accountId}
          actor={actor}
          member={{ ...member, isLastManager: isLastManager(member, members) }}
          request={request}
          onShow={() => onShow(member.id)}
        />
      ))}
    </section>
  )
}
