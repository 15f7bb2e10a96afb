import type {
  InvoiceAuthorization,
  NotCharged,
} from '@portal/domain/authorization/authorization.schema'
import { ofVisible } from '@portal/domain/changes/show-change'
import { plural } from '@portal/domain/kernel/plural'
import { TriangleAlert } from 'lucide-react'
import { Muted, Row } from '../ui/parts.tsx'
import { Segments } from '../ui/fields/Segments.tsx'
import { PathLink } from '../ui/page/PathLink.tsx'
import { chargePath } from './charge-path.ts'
import css from './WhoOrdered.module.css'

interface WhoOrderedProps {
  authorization: InvoiceAuthorization
  /** Whether only the lines to check are listed. */
  checks: boolean
  onCheck: (checks: boolean) => void
}

/**
 * The number of lines of an invoice that match a license, an order or a request, and a button for the lines to check. Empty
 * if no license or order is known, and nothing is missing on the invoices of the month.
 */
export function WhoOrdered({ authorization, checks, onCheck }: WhoOrderedProps) {
  const { sentence, toCheck, lines, isOfVisible, notCharged = [] } = authorization
  if (!sentence && notCharged.length === 0) return null
  return (
    <Row as="section" justify="between" wrap className={css.who} aria-labelledby="who">
      <h2 id="who">Who ordered this?</h2>
      {(toCheck > 0 || checks) && (
        <Segments
          label="Lines"
          value={checks ? 'check' : 'all'}
          onChange={(value) => onCheck(value === 'check')}
          items={[
            { value: 'all', label: `All ${lines.length}` },
            { value: 'check', label: `To check ${toCheck}` },
          ]}
        />
      )}
      {sentence && (
        <Muted as="p" size={3} className={css.sentence} data-checks={toCheck > 0 || undefined}>
          {toCheck > 0 && <TriangleAlert size={16} aria-hidden />}
          {sentence}
          {isOfVisible && <small>{ofVisible}</small>}
        </Muted>
      )}
      {notCharged.length > 0 && <NotChargedList notCharged={notCharged} />}
    </Row>
  )
}

/** For the provider: the licenses that no invoice of the month charges. */
function NotChargedList({ notCharged }: { notCharged: readonly NotCharged[] }) {
  return (
    <Muted as="details" className={css.notCharged}>
      <summary>
        Not billed this month: {notChargedWords(notCharged)}{' '}
        <small>Only super admins see this.</small>
      </summary>
      <ul>
        {notCharged.map((one) => {
          const path = chargePath(one)
          return (
            <li key={one.words}>
              {path ? <PathLink path={path}>{one.words}</PathLink> : one.words}
            </li>
          )
        })}
      </ul>
    </Muted>
  )
}

function notChargedWords(notCharged: readonly NotCharged[]): string {
  const requests = notCharged.filter((one) => one.equipmentRequestId !== undefined).length
  const licenses = notCharged.length - requests
  return [
    licenses > 0 && plural(licenses, 'license'),
    requests > 0 && plural(requests, 'equipment request'),
  ]
    .filter(Boolean)
    .join(' and ')
}
