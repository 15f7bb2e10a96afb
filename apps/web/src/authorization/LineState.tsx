import type { LineAuthorization } from '@portal/domain/authorization/authorization.schema'
import { Badge } from '../ui/Badge.tsx'
import css from './LineState.module.css'

/** What a line rests on; what speaks against it stands out. */
export function LineState({ authorization }: { authorization: LineAuthorization }) {
  const { state, words } = authorization
  if (!words) return null
  return (
    <small className={css.state}>
      {state === 'toCheck' && <Badge tone="warn">To check</Badge>} {words}
    </small>
  )
}
