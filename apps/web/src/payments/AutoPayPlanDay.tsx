import { formatDay } from '@portal/domain/kernel/day'
import { toCents } from '@portal/domain/kernel/money'
import type { AutoPayPlanAnswer } from '@portal/domain/payments/autopay.schema'
import { cardName } from '@portal/domain/payments/card-name'
import { Money } from '../ui/Money.tsx'
import css from './AutoPayPlanDay.module.css'
import { runText } from './autopay-run.ts'
import { typeAndDue } from './due-text.ts'
import { MoreRows } from './MoreRows.tsx'
import { useMoreRows } from './useMoreRows.ts'

interface AutoPayPlanDayProps {
  day: AutoPayPlanAnswer['days'][number]
  card: AutoPayPlanAnswer['card']
}

/** One day's run: when it begins, what it takes from which card, and what that makes. */
export function AutoPayPlanDay({
  day: { day, runsAt, total, charges },
  card,
}: AutoPayPlanDayProps) {
  const rows = useMoreRows(charges)
  const name = formatDay(day)
  return (
    <section className={css.day} aria-label={`Planned for ${name}`}>
      <header className={css.head}>
        <h4>{name}</h4>
        <p>
          <time dateTime={runsAt}>{`runs ${runText(day, runsAt)}`}</time>
          {card && <> · {cardName(card)}</>}
        </p>
        <p className={css.total}>
          Total <Money cents={toCents(total, 'USD')} currency="USD" />
        </p>
      </header>
      <ul>
        {rows.shown.map((charge) => (
          <li key={charge.id}>
            <span className={css.number}>{charge.invoiceNumber}</span>
            <span className={css.about}>
              {typeAndDue(charge)}
              {charge.reason && <small className={css.reason}>{charge.reason}</small>}
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
