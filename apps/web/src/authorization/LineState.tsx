import type { LineAuthorization } from '@portal/domain/authorization/authorization.schema'
import type { ReactNode } from 'react'
import { Badge } from '../ui/Badge.tsx'
import { PathLink } from '../ui/page/PathLink.tsx'
import { chargePath } from './charge-path.ts'
import css from './LineState.module.css'

interface LineStateProps {
  authorization: LineAuthorization | undefined
  /** What the line is about. */
  subject: string
  /** Between the description and what the line rests on. */
  separator: ReactNode
}

/** What a line rests on, beside its description, and what it is about below. What is to check stands out below both. */
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
