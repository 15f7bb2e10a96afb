import { plural } from '@portal/domain/kernel/plural'
import type { Session } from '@portal/domain/session/session.schema'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Monitor, MonitorOff } from 'lucide-react'
import { useState } from 'react'
import { failureText } from '../api/call-failed.ts'
import { useSingleMutation } from '../api/useSingleMutation.ts'
import { formatInstant } from '../kernel/instant.ts'
import { Badge } from '../ui/Badge.tsx'
import { Banner } from '../ui/Banner.tsx'
import { Button } from '../ui/Button.tsx'
import { EmptyState, QueryError } from '../ui/ErrorState.tsx'
import { Instant } from '../ui/Instant.tsx'
import { List, Muted, Row, Stack, Text } from '../ui/parts.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import css from './SessionList.module.css'

interface SessionListProps {
  queryKey: readonly unknown[]
  load: (signal: AbortSignal) => Promise<Session[]>
  /** Ends one session, or all except the current one. Returns the number of ended sessions. */
  end: (sessionId?: string) => Promise<{ ended: number }>
  endAllLabel: string
  emptyText: string
  /** Shown if the only session is the current one. */
  aloneText?: string
}

/** A user's sessions, each with a button to end it except the current one. */
export function SessionList(props: SessionListProps) {
  const { queryKey, load, end, endAllLabel, emptyText, aloneText } = props
  const client = useQueryClient()
  const sessions = useQuery({ queryKey, queryFn: ({ signal }) => load(signal) })
  const [done, setDone] = useState('')
  const ending = useSingleMutation({
    mutationFn: (sessionId: string | undefined) => end(sessionId),
    onSuccess: ({ ended }) => setDone(`${plural(ended, 'session')} ended.`),
    onMutate: () => setDone(''),
    // Reloads after a failure too: a session that has already ended must disappear.
    onSettled: () => client.invalidateQueries({ queryKey }),
  })
  if (sessions.isPending) return <Skeleton lines={2} lineHeight={64} label="Loading the sessions" />
  if (!sessions.data)
    return (
      <QueryError
        query={sessions}
        text={failureText(sessions.error, 'The sessions could not be loaded.')}
      />
    )
  const others = sessions.data.filter(({ isCurrent }) => !isCurrent)
  return (
    <Stack gap={4} className={css.sessions}>
      {done && (
        <Banner tone="ok" role="status" onDismiss={() => setDone('')}>
          {done}
        </Banner>
      )}
      {ending.isError && (
        <Banner tone="danger" role="alert" onDismiss={ending.reset}>
          {failureText(ending.error, 'The session could not be ended. Please try again.')}
        </Banner>
      )}
      {sessions.data.length === 0 ? (
        <EmptyState icon={<MonitorOff size={22} aria-hidden />} text={emptyText} />
      ) : (
        <List aria-label="Sessions">
          {sessions.data.map((one) => (
            <Row as="li" gap={4} key={one.id} className={css.row}>
              <Monitor size={18} aria-hidden />
              <div className={css.words}>
                <Text as="p" weight={600}>
                  {one.browser} {one.isCurrent && <Badge tone="ok">This browser</Badge>}
                </Text>
                <Muted as="p" size={2}>
                  {one.ipAddress} · signed in <Instant at={one.startedAt} />
                  {!one.isCurrent && (
                    <>
                      {' '}
                      · last used <Instant at={one.lastUsedAt} />
                    </>
                  )}
                </Muted>
              </div>
              {!one.isCurrent && (
                <Button
                  size="small"
                  aria-label={`End the session of ${one.browser}, last used ${formatInstant(one.lastUsedAt)}`}
                  busy={ending.isPending && ending.variables === one.id}
                  onClick={() => ending.mutate(one.id)}
                >
                  End
                </Button>
              )}
            </Row>
          ))}
        </List>
      )}
      {others.length > 0 && (
        <div>
          <Button
            busy={ending.isPending && ending.variables === undefined}
            onClick={() => ending.mutate(undefined)}
          >
            {endAllLabel}
          </Button>
        </div>
      )}
      {aloneText && others.length === 0 && (
        <Text as="p" size={2} tone="faint">
          {aloneText}
        </Text>
      )}
    </Stack>
  )
}
