import { formatDay } from '@portal/domain/kernel/day'
import { fixHourUtc, plannedDays } from '@portal/domain/payments/autopay'
import type { AutoPayPlanAnswer } from '@portal/domain/payments/autopay.schema'
import { isExpired } from '@portal/domain/payments/card-expiry'
import { cardName } from '@portal/domain/payments/card-name'
import { isolated } from '@portal/domain/kernel/isolated'
import { CalendarCheck } from 'lucide-react'
import { formatInstant } from '../kernel/instant.ts'
import { today } from '../kernel/today.ts'
import { Badge } from '../ui/Badge.tsx'
import { Banner } from '../ui/Banner.tsx'
import { Card } from '../ui/Card.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import css from './AutoPayPanel.module.css'
import { AutoPayPlanDay } from './AutoPayPlanDay.tsx'
import { isPaused } from './autopay-settings.ts'
import { NotCovered } from './NotCovered.tsx'

/** Every charge of the days ahead, and every invoice that is left out; before enrolling, what would be. */
export function AutoPayPlan({ plan }: { plan: AutoPayPlanAnswer }) {
  const { isEnrolled, card, days, settings, hidden } = plan
  return (
    <>
      {isPaused(settings, today()) && settings.pausedUntil && (
        <Banner tone="warn">
          {`AutoPay is paused: nothing is charged before ${formatDay(settings.pausedUntil)}.`}
        </Banner>
      )}
      <Card flush label="Planned charges">
        <header className={css.planHead}>
          <h3>{isEnrolled ? 'Planned charges' : 'Preview of the planned charges'}</h3>
          <p>
            {isEnrolled
              ? `What AutoPay will charge in the next ${plannedDays} days. The charges of a day are fixed at ${fixHourUtc}:00 AM UTC: no more is charged on it.`
              : `What AutoPay would charge in the next ${plannedDays} days. Nothing is charged before you enroll.`}
          </p>
          <p className={css.card}>
            {card ? (
              <>
                Card: <strong>{cardName(card)}</strong>
                {isExpired(card, today()) && <Badge tone="danger">Expired</Badge>}
              </>
            ) : (
              'There is no default card.'
            )}
          </p>
          {plan.enrolledDate && (
            <p>
              {`Enrolled by ${isolated(plan.enrolledBy ?? 'a person')} on ${formatInstant(plan.enrolledDate)}`}
            </p>
          )}
        </header>
        {days.length === 0 && (
          <EmptyState
            icon={<CalendarCheck size={24} aria-hidden />}
            text={`Nothing is planned for the next ${plannedDays} days.`}
          />
        )}
        {days.map((day) => (
          <AutoPayPlanDay key={day.day} day={day} card={card} />
        ))}
      </Card>
      <NotCovered invoices={plan.notCovered} hidden={hidden} />
    </>
  )
}
