import * as endpoints from '@portal/domain/session/session.endpoints'
import { call } from '../api/call.ts'
import { Card } from '../ui/Card.tsx'
import { Page } from '../ui/Page.tsx'
import { SessionList } from './SessionList.tsx'

const queryKey = ['sessions']
const loadSessions = (signal: AbortSignal) => call(endpoints.listSessions, { signal })

const endSessions = (sessionId?: string) =>
  call(endpoints.endSessions, { query: { ...(sessionId && { sessionId }) } })

/** The signed-in user's sessions. */
export function SessionsScreen() {
  return (
    <Page
      narrow
      title="Sessions"
      subtitle="Where you are signed in to this portal. An IP address may be that of your company's network."
    >
      <Card>
        <SessionList
          queryKey={queryKey}
          load={loadSessions}
          end={endSessions}
          endAllLabel="End all other sessions"
          emptyText="You are not signed in anywhere."
          note="If you do not recognize a session, end it, and change your password under Account settings in the user menu. Ending a session signs a device out of this portal only."
        />
      </Card>
    </Page>
  )
}
