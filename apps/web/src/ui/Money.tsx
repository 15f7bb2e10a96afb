import { formatMoney, type Cents } from '@portal/domain/kernel/money'
import css from './Money.module.css'

/** Whether an amount needs smaller figures to fit where a usual one does. */
export const isLong = (amount: string): true | undefined => amount.length > 14 || undefined

/** An amount with its currency code, because `$` does not identify the currency. */
export function Money({ cents, currency }: { cents: Cents; currency: string }) {
  // A currency without a symbol already has its code before the amount.
  const amount = formatMoney(cents, currency).replace(`${currency}\u00a0`, '')
  return (
    <bdi className={css.money} data-long={isLong(amount)}>
      <span>{amount}</span> <span className={css.code}>{currency}</span>
    </bdi>
  )
}
