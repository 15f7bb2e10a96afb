import type { LineAuthorization } from '@portal/domain/authorization/authorization.schema'
import type { ReactNode } from 'react'
import { Badge } from '../ui/Badge.tsx'
import { PathLink } from '../ui/page/PathLink.tsx'
import { chargePath } from './charge-path.ts'
import css from './LineState.module.css'

interface LineStateProps {
  authorization: LineAuthorization | undefined
  /** The user or company of the line. */
  subject: string
  /** Separates the description from the license, order or request of the line. */
  separator: ReactNode
}

/** The license, order or request of a line, beside its description; below, its user or company, and any problem. */
export function LineState({ authorization, subject, separator }: LineStateProps) {
  const isKnown = authorization !== undefined && authorization.words !== ''
  const isToCheck = authorization?.state === 'toCheck'
  return (
    <>
      {isKnown && !isToCheck && (
        <>
          {separator}
          <Rest authorization={authorization} />
        </>
      )}
      {subject && <small className={css.subject}>{subject}</small>}
      {isKnown && isToCheck && (
        <span className={css.check}>
          <Badge tone="warn">To check</Badge> <Rest authorization={authorization} />
        </span>
      )}
    </>
  )
}

function Rest({ authorization }: { authorization: LineAuthorization }) {
  const { words } = authorization
  const path = chargePath(authorization)
  if (!path) return <span>{words}</span>
  return (
    // The row is the only tab stop of its list; the arrow keys lead to its controls.
    <PathLink path={path} className={css.link} tabIndex={-1}>
      {words}
    </PathLink>
  )
}
