import { monthName } from '@portal/domain/kernel/day'
import { formatMoney, signedMoney } from '@portal/domain/kernel/money'
import { List } from '../ui/parts.tsx'
import type { SpendFigures } from './spend-figures.ts'
import css from './SpendChanges.module.css'
import { scopeWords } from './spend-words.ts'

/** The largest changes of the last month, also of groups without their own color. */
export function SpendChanges({ figures }: { figures: SpendFigures }) {
  const { changes, months, currency } = figures
  const [before, last] = months.slice(-2).map(monthName)
  return (
    <section className={css.changes} aria-label={`Top changes in ${last}${scopeWords(figures)}`}>
      <h2>Top changes in {last}</h2>
      {changes.length === 0 ? (
        <p>Nothing changed since {before}.</p>
      ) : (
        <List as="ol">
          {changes.map(({ kind, name, label, cents, beforeCents }) => (
            <li key={`${kind} ${name}`}>
              <bdi>{label}</bdi>
              <strong>{signedMoney(cents - beforeCents, currency)}</strong>
              <small>
                {formatMoney(beforeCents, currency)} in {before}, now {formatMoney(cents, currency)}
              </small>
            </li>
          ))}
        </List>
      )}
    </section>
  )
}
