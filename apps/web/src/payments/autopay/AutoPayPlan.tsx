import { formatDay } from '@portal/domain/kernel/day'
import { isolated } from '@portal/domain/kernel/isolated'
import { toCents } from '@portal/domain/kernel/money'
import { plannedDays } from '@portal/domain/payments/autopay'
import type { AutoPayPlanAnswer } from '@portal/domain/payments/autopay.schema'
import { limitsText } from '@portal/domain/payments/autopay-shown'
import { isExpired } from '@portal/domain/payments/card-expiry'
import { cardName } from '@portal/domain/payments/card-name'
import { CalendarCheck } from 'lucide-react'
import { DueStanding } from '../../invoices/InvoiceStanding.tsx'
import { autoPayToday } from '../../kernel/today.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Banner } from '../../ui/Banner.tsx'
import { Card } from '../../ui/Card.tsx'
import { EmptyState } from '../../ui/ErrorState.tsx'
import { Instant } from '../../ui/Instant.tsx'
import { Money } from '../../ui/Money.tsx'
import { fixedAt, utcAndHere } from './autopay-run.ts'
import { isPaused } from './autopay-settings.ts'
import css from './AutoPayPanel.module.css'
import { MoreRows, useMoreRows } from '../MoreRows.tsx'
import { NotCovered } from './NotCovered.tsx'

/** Every planned charge and every invoice left out; before enrollment, a preview of them. */
export function AutoPayPlan({ plan }: { plan: AutoPayPlanAnswer }) {
  const { isEnrolled, card, days, settings, hidden } = plan
  return (
    <>
      {isPaused(settings, autoPayToday()) && settings.pausedUntil && (
        <Banner tone="warn">
          {`AutoPay is paused: nothing will be charged before ${formatDay(settings.pausedUntil)}.`}
        </Banner>
      )}
      <Card flush label="Planned charges">
        <header className={css.planHead}>
          <h3>{isEnrolled ? 'Planned charges' : 'Preview of the planned charges'}</h3>
          <p>
            {isEnrolled
              ? `What AutoPay will charge in the next ${plannedDays} days. Each day's charges are fixed at ${utcAndHere(fixedAt(autoPayToday()))}: nothing is added to them after that.`
              : `What AutoPay would charge in the next ${plannedDays} days. Nothing will be charged until you enroll.`}
          </p>
          <p className={css.card}>
            {card ? (
              <>
                Card: <strong>{cardName(card)}</strong>
                {isExpired(card, autoPayToday()) && <Badge tone="danger">Expired</Badge>}
              </>
            ) : (
              'There is no default card.'
            )}
          </p>
          <p>Limits: {limitsText(settings)}</p>
          {plan.enrolledDate && (
            <p>
              Enrolled by {isolated(plan.enrolledBy ?? 'a user')} on{' '}
              <Instant at={plan.enrolledDate} />
            </p>
          )}
        </header>
        {days.length === 0 && (
          <EmptyState
            icon={<CalendarCheck size={24} aria-hidden />}
            text={`No charges ${hidden > 0 ? 'of invoices you see ' : ''}are planned for the next ${plannedDays} days.`}
          />
        )}
        {days.map((day) => (
          <AutoPayPlanDay key={day.day} day={day} />
        ))}
      </Card>
      <NotCovered notCovered={plan.notCovered} hidden={hidden} />
    </>
  )
}

interface AutoPayPlanDayProps {
  day: AutoPayPlanAnswer['days'][number]
}

/** The charges of one day: start time and total. */
function AutoPayPlanDay({ day: { day, runsAt, total, charges } }: AutoPayPlanDayProps) {
  const rows = useMoreRows(charges)
  const name = formatDay(day)
  return (
    <section className={css.day} aria-label={`Planned for ${name}`}>
      <header className={css.autoPayPlanDayHead}>
        <h4>{name}</h4>
        <p>
          runs at <time dateTime={runsAt}>{utcAndHere(runsAt)}</time>
        </p>
        <p className={css.total}>
          Total <Money cents={toCents(total, 'USD')} currency="USD" />
        </p>
      </header>
      <ul>
        {rows.shown.map((charge) => (
          <li key={charge.id}>
            <span className={css.number}>
              <span>{charge.invoiceNumber}</span>
              {charge.invoiceType && <small>{isolated(charge.invoiceType)}</small>}
              {charge.reason && <small className={css.reason}>{charge.reason}</small>}
            </span>
            <span className={css.about}>
              <DueStanding dueDate={charge.dueDate} />
            </span>
            <span className={css.amount}>
              <Money
                cents={toCents(charge.amount, charge.currencyIsoCode)}
                currency={charge.currencyIsoCode}
              />
            </span>
          </li>
        ))}
      </ul>
      <MoreRows rows={rows} what="charges" />
    </section>
  )
}
