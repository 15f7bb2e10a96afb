import { formatMoney, type Cents } from '@portal/domain/kernel/money'
import css from './Money.module.css'

/** An amount with its currency code, because `$` does not identify the currency. */
export function Money({ cents, currency }: { cents: Cents; currency: string }) {
  // A currency without a symbol already has its code before the amount.
  const amount = formatMoney(cents, currency).replace(`${currency}\u00a0`, '')
  return (
    <bdi className={css.money}>
      <span>{amount}</span> <span className={css.code}>{currency}</span>
    </bdi>
  )
}
