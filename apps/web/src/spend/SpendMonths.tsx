import { monthName } from '@portal/domain/kernel/day'
import { formatMoney, signedMoney } from '@portal/domain/kernel/money'
import type { SpendFigures } from './spend-figures.ts'
import css from './SpendTable.module.css'
import { scopeWords } from './spend-words.ts'

interface SpendMonthsProps {
  figures: SpendFigures
  month: number
  onChoose: (month: number) => void
}

/** The sum of each month, newest first; a month opens its groups in the other table. */
export function SpendMonths({ figures, month, onChoose }: SpendMonthsProps) {
  const { months, totals, currency } = figures
  const newest = months.map((name, at) => ({ name, at, cents: totals[at] ?? 0 })).toReversed()
  return (
    <div className={css.months}>
      <table className={css.table} aria-label={`Spend by month${scopeWords(figures)}`}>
        <thead>
          <tr>
            <th scope="col">Month</th>
            <th scope="col">Total</th>
            <th scope="col">Change</th>
          </tr>
        </thead>
        <tbody>
          {newest.map(({ name, at, cents }) => (
            <tr key={name} data-chosen={at === month || undefined}>
              <th scope="row">
                <button
                  type="button"
                  data-print
                  aria-pressed={at === month}
                  onClick={() => onChoose(at)}
                >
                  {monthName(name)}
                </button>
              </th>
              <td data-zero={cents === 0 || undefined}>{formatMoney(cents, currency)}</td>
              <td>{at === 0 ? '–' : signedMoney(cents - (totals[at - 1] ?? 0), currency)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
