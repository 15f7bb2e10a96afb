import { formatMoney } from '@portal/domain/kernel/money'
import { agingBuckets } from '@portal/domain/payments/aging'
import type { CSSProperties } from 'react'
import css from './AgingBar.module.css'
import type { AgingSum } from './aging-sums.ts'

/** What is due by age: a bar for the eye, and a legend that says it all without colour. */
export function AgingBar({ sum }: { sum: AgingSum }) {
  const amounts = agingBuckets.map(({ key, label }, age) => {
    return { key, label, age, amount: formatMoney(sum.buckets[key], sum.currency) }
  })
  const widest = Math.max(...amounts.map(({ amount }) => amount.length))
  return (
    <div>
      <div className={css.bar} aria-hidden>
        {agingBuckets.map(({ key }, age) =>
          // Credits have no length; the legend still names them.
          sum.buckets[key] > 0 ? (
            <i key={key} data-age={age} style={{ flexGrow: sum.buckets[key] }} />
          ) : null,
        )}
      </div>
      <dl className={css.legend} style={{ '--widest': `${widest}ch` } as CSSProperties}>
        {amounts.map(({ key, label, age, amount }) => (
          <div key={key}>
            <dt>
              <i data-age={age} />
              {label}
            </dt>
            <dd>{amount}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
