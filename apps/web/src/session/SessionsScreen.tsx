import * as endpoints from '@portal/domain/session/session.endpoints'
import { call } from '../api/call.ts'
import { config } from '../api/config.ts'
import { Card } from '../ui/Card.tsx'
import { Page } from '../ui/page/Page.tsx'
import { Muted, Text } from '../ui/parts.tsx'
import { SessionList } from './SessionList.tsx'
import css from './SessionsScreen.module.css'

const queryKey = ['sessions']
const loadSessions = (signal: AbortSignal) => call(endpoints.listSessions, { signal })

const endSessions = (sessionId?: string) =>
  call(endpoints.endSessions, { query: { ...(sessionId && { sessionId }) } })

/** The signed-in user's sessions. */
export function SessionsScreen() {
  return (
    <Page title="Sessions" subtitle="The browsers in which you are signed in to this portal.">
      <Card>
        <div className={css.columns}>
          <SessionList
            queryKey={queryKey}
            load={loadSessions}
            end={endSessions}
            endAllLabel="End all other sessions"
            emptyText="You are not signed in anywhere."
            aloneText="You are not signed in anywhere else."
          />
          <section className={css.about} aria-labelledby="about-sessions">
            <h2 id="about-sessions">About sessions</h2>
            <Muted as="dl">
              <Text as="dt" tone="plain" weight={500}>
                What is a session?
              </Text>
              <dd>
                Each browser in which you sign in has a session of its own. It ends when you sign
                out there, or when you do not use it for some time.
              </dd>
              <Text as="dt" tone="plain" weight={500}>
                When should I end one?
              </Text>
              <dd>
                If you forgot to sign out on a shared or lost device. That device is signed out of
                this portal only.
              </dd>
              <Text as="dt" tone="plain" weight={500}>
                I do not recognize a session
              </Text>
              <dd>
                End it, and change your password under{' '}
                <a href={config.accountUrl}>Account settings</a>. An IP address may be that of your
                company&apos;s network.
              </dd>
            </Muted>
          </section>
        </div>
      </Card>
    </Page>
  )
}
