import type { AccessRequest } from '@portal/domain/team/access-requests.schema'
import { isLastManager } from '@portal/domain/team/grants'
import type { UseQueryResult } from '@tanstack/react-query'
import { failureText } from '../api/call-failed.ts'
import { Banner } from '../ui/Banner.tsx'
import { Button } from '../ui/Button.tsx'
import css from './AccessRequests.module.css'
import type { TeamMember } from './members.ts'
import { RequestLine } from './RequestLine.tsx'
import { useGrantor } from './useGrantor.ts'

interface AccessRequestsProps {
  accountId: string
  members: readonly TeamMember[]
  requests: UseQueryResult<AccessRequest[]>
  onShow: (userId: string) => void
}

/** Everything members have asked for, above the list; nothing when nobody asks. */
export function AccessRequests({ accountId, members, requests, onShow }: AccessRequestsProps) {
  const actor = useGrantor()
  if (requests.isError)
    return (
      <Banner
        tone="danger"
        role="alert"
        actions={
          <Button size="small" busy={requests.isFetching} onClick={() => void requests.refetch()}>
            Retry
          </Button>
        }
      >
        {failureText(requests.error, 'Failed to load requests for access.')}
      </Banner>
    )
  const asked = (requests.data ?? []).flatMap((request) => {
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
