import type { LineAuthorization } from '@portal/domain/authorization/authorization.schema'
import { queryText } from '../kernel/search-params.ts'
import { Badge } from '../ui/Badge.tsx'
import { PathLink } from '../ui/PathLink.tsx'
import css from './LineState.module.css'

/** What a line rests on, with a link to it; what speaks against it stands out. */
export function LineState({ authorization }: { authorization: LineAuthorization }) {
  const { state, words } = authorization
  if (!words) return null
  const path = pathOf(authorization)
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

/** What was ordered is seen in its order, what does not fit it in the license. An ended license has no page. */
function pathOf(authorization: LineAuthorization): string | undefined {
  const { state, reason, licenseId, orderId, equipmentRequestId } = authorization
  if (equipmentRequestId) return `/erf/detail/${encodeURIComponent(equipmentRequestId)}`
  const hasLicense = licenseId !== undefined && reason !== 'afterEnd'
  if (hasLicense && (state === 'toCheck' || orderId === undefined))
    return `/licenses${queryText({ license: licenseId })}`
  return orderId === undefined ? undefined : `/licenses${queryText({ order: orderId })}`
}
