import { formatDay } from '@portal/domain/kernel/day'
import { isolated } from '@portal/domain/kernel/isolated'
import { lastStep, shownSteps, type OrderStanding } from '@portal/domain/licenses/order-steps'
import type { LicenseOrderDetails } from '@portal/domain/licenses/licenses.schema'
import { Check, CircleX } from 'lucide-react'
import { Instant } from '../ui/Instant.tsx'
import css from './OrderSteps.module.css'

/** The way of a submitted order, with the day of each step. */
export function OrderSteps({ order: { submittedDate, steps } }: { order: LicenseOrderDetails }) {
  const reason = lastStep(steps)?.reason
  return (
    <section className={css.progress} aria-label="Progress">
      <ol className={css.steps}>
        {shownSteps(submittedDate, steps).map(({ label, at, state }) => (
          <li
            key={label}
            data-state={state}
            data-ends={label === 'Rejected' || undefined}
            aria-current={state === 'now' ? 'step' : undefined}
          >
            <i aria-hidden>
              {label === 'Rejected' ? (
                <CircleX size={14} />
              ) : (
                (state === 'done' || (state === 'now' && label === 'Provisioned')) && (
                  <Check size={12} />
                )
              )}
            </i>
            <b>{label}</b>
            <small>{at ? <StepDay step={label} at={at} /> : state === 'open' && 'to come'}</small>
          </li>
        ))}
      </ol>
      {reason && <p className={css.reason}>{isolated(reason)}</p>}
    </section>
  )
}

/** Of a record that names a day: the same one in every time zone. */
const isDay = (at: string) => at.endsWith('T00:00:00.000Z')

/** `11/03/2026`, or `for 12/01/2026` of a step that is planned. */
export function StepDay({ step, at }: { step: OrderStanding; at: string }) {
  return (
    <span>
      {step === 'Scheduled' && 'for '}
      {isDay(at) ? formatDay(at) : <Instant at={at} to="day" />}
    </span>
  )
}
