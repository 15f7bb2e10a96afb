import type { LineAuthorization } from '@portal/domain/authorization/authorization.schema'
import { Badge } from '../ui/Badge.tsx'
import { PathLink } from '../ui/PathLink.tsx'
import { chargePath } from './charge-path.ts'
import css from './LineState.module.css'

/** What a line rests on, with a link to it; what speaks against it stands out. */
export function LineState({ authorization }: { authorization: LineAuthorization }) {
  const { state, words } = authorization
  if (!words) return null
  const path = chargePath(authorization)
  return (
    <small className={css.state}>
      {state === 'toCheck' && <Badge tone="warn">To check</Badge>}{' '}
      {path ? (
        // The row is the only tab stop of its list; the arrow keys lead to its controls.
        <PathLink path={path} className={css.link} tabIndex={-1}>
          {words}
        </PathLink>
      ) : (
        words
      )}
    </small>
  )
}
