import type { InvoiceAuthorization } from '@portal/domain/authorization/authorization.schema'
import { ofVisible } from '@portal/domain/changes/show-change'
import { TriangleAlert } from 'lucide-react'
import { Segments } from '../ui/Segments.tsx'
import css from './WhoOrdered.module.css'

interface WhoOrderedProps {
  authorization: InvoiceAuthorization
  /** Only lines to check are listed. */
  checks: boolean
  onCheck: (checks: boolean) => void
}

/** How many lines of an invoice rest on a license, an order or a request, and the choice of those to check. */
export function WhoOrdered({ authorization, checks, onCheck }: WhoOrderedProps) {
  const { sentence, toCheck, lines, isOfVisible } = authorization
  if (!sentence) return null
  return (
    <section className={css.who} aria-labelledby="who">
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
      <p className={css.sentence} data-checks={toCheck > 0 || undefined}>
        {toCheck > 0 && <TriangleAlert size={16} aria-hidden />}
        {sentence}
        {isOfVisible && <small>{ofVisible}</small>}
      </p>
    </section>
  )
}
