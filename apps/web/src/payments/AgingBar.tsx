import { formatMoney } from '@portal/domain/kernel/money'
import { agingBuckets } from '@portal/domain/payments/aging'
import css from './AgingBar.module.css'
import type { AgingSum } from './aging-sums.ts'

/** What is due by age: a bar for the eye, and a legend that says it all without colour. */
export function AgingBar({ sum }: { sum: AgingSum }) {
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
      <dl className={css.legend}>
        {agingBuckets.map(({ key, label }, age) => (
          <div key={key}>
            <dt>
              <i data-age={age} />
              {label}
            </dt>
            <dd>{formatMoney(sum.buckets[key], sum.currency)}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
