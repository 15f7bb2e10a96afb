import type { EquipmentRequest } from '@portal/domain/equipment/equipment.schema'
import { formatMoney, toCents } from '@portal/domain/kernel/money'
import { formatInstant } from '../kernel/instant.ts'
import css from './RequestContent.module.css'

/** Who decided, when, and at which price; and when that is no longer the price. */
export function DecisionNotes({ request }: { request: EquipmentRequest }) {
  const { decisions, total, externalOrderStatus } = request
  if (decisions.length === 0) return null
  return (
    <ul className={css.notes} aria-label="Decisions">
      {decisions.map(({ decision, decidedBy, decidedAt, total: then, terms }, place) => (
        <li key={decidedAt}>
          <b>{decision === 'approved' ? 'Approved' : 'Cancelled'}</b> by <bdi>{decidedBy}</bdi>,{' '}
          <time dateTime={decidedAt}>{formatInstant(decidedAt)}</time>
          <small>
            Installation fees then: {formatMoney(toCents(then, 'USD'), 'USD')}
            {terms && ` · Statements of ${terms} accepted`}
          </small>
          {place === 0 && decision === 'approved' && then !== total && (
            <small className={css.changed}>
              {externalOrderStatus === 'Order Submitted'
                ? 'The provider has changed the fees since.'
                : 'The fees are others now.'}
            </small>
          )}
        </li>
      ))}
    </ul>
  )
}
