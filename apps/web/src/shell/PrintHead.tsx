import { useState } from 'react'
import { userName } from '../session/user-name.ts'
import type { SignedIn } from '../session/useSession.ts'
import { Row } from '../ui/parts.tsx'
import { useIsPrinted } from '../ui/useIsPrinted.ts'
import css from './PrintHead.module.css'

// With the time zone: a printout may be read in another zone.
const moment = new Intl.DateTimeFormat('en-US', {
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: 'numeric',
  minute: '2-digit',
  timeZoneName: 'short',
})

/** The top of every printed page of the portal: whose data it is, and when and by whom it was printed. */
export function PrintHead(session: SignedIn) {
  return useIsPrinted() && <Head {...session} />
}

function Head({ me, company }: SignedIn) {
  const [now] = useState(() => new Date())
  return (
    <Row align="stretch" justify="between" tone="muted" className={css.head}>
      <span>
        <b>
          <bdi>{company.name}</bdi>
        </b>{' '}
        · Account {company.accountId}
      </span>
      <span>
        Printed {moment.format(now)} by <bdi>{userName(me)}</bdi>
      </span>
    </Row>
  )
}
