import { formatMoney, type Cents } from '@portal/domain/kernel/money'
import css from './Money.module.css'

/** An amount in its own currency, its code beside it: `$` alone does not say which dollar. */
export function Money({ cents, currency }: { cents: Cents; currency: string }) {
  // A currency without a sign has its code in front of the amount already.
  const amount = formatMoney(cents, currency).replace(`${currency}\u00a0`, '')
  return (
    <bdi className={css.money}>
      <span>{amount}</span> <span className={css.code}>{currency}</span>
    </bdi>
  )
}
