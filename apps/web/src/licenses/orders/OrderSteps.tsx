import { formatDay } from '@portal/domain/kernel/day'
import { isolated } from '@portal/domain/kernel/isolated'
import {
  lastStep,
  shownSteps,
  type ItemStep,
  type StepTaken,
} from '@portal/domain/licenses/order-steps'
import type { LicenseOrderDetails } from '@portal/domain/licenses/licenses.schema'
import { Check, CircleX, Undo2 } from 'lucide-react'
import { Instant } from '../../ui/Instant.tsx'
import { Text } from '../../ui/parts.tsx'
import css from './OrderSteps.module.css'

/** The steps of a submitted order, each with its day. */
export function OrderSteps({ order }: { order: LicenseOrderDetails }) {
  const { submittedDate } = order
  const steps = [...withdrawal(order), ...order.steps]
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
              ) : label === 'Withdrawn' ? (
                <Undo2 size={12} />
              ) : (
                (state === 'done' || (state === 'now' && label === 'Provisioned')) && (
                  <Check size={12} />
                )
              )}
            </i>
            <Text as="b" size={2} weight={500}>
              {label}
            </Text>
            <small>{at ? <StepDay step={label} at={at} /> : state === 'open' && 'to come'}</small>
          </li>
        ))}
      </ol>
      {reason && <p className={css.reason}>{isolated(reason)}</p>}
    </section>
  )
}

/** An order without remaining items is withdrawn, whatever its status at the provider. */
function withdrawal({ lineItems }: LicenseOrderDetails): StepTaken<ItemStep>[] {
  if (lineItems.some(({ status }) => status !== 'Withdrawn')) return []
  const at = lineItems
    .map(({ statusDate }) => statusDate ?? '')
    .toSorted()
    .at(-1)
  return at === undefined ? [] : [{ step: 'Withdrawn', at, reason: '' }]
}

/** The day of a record that names a day, which is the same in every time zone. */
const isDay = (at: string) => at.endsWith('T00:00:00.000Z')

/** `11/03/2026`, or `for 12/01/2026` for a planned step. */
export function StepDay({ step, at }: { step: ItemStep; at: string }) {
  return (
    <span>
      {step === 'Scheduled' && 'for '}
      {isDay(at) ? formatDay(at) : <Instant at={at} to="day" />}
    </span>
  )
}
