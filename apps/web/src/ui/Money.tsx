import { formatMoney, type Cents } from '@portal/domain/kernel/money'
import css from './Money.module.css'

/** An amount in its own currency, its code beside it: `$` alone does not say which dollar. */
export function Money({ cents, currency }: { cents: Cents; currency: string }) {
  return (
    <span className={css.money}>
      {formatMoney(cents, currency)} <span className={css.code}>{currency}</span>
    </span>
  )
}
