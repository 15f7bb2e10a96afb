import { monthName } from '@portal/domain/kernel/day'
import { formatMoney } from '@portal/domain/kernel/money'
import { List } from '../ui/parts.tsx'
import { PathLink } from '../ui/page/PathLink.tsx'
import css from './SpendChanges.module.css'
import type { SpendFigures } from './spend-figures.ts'
import type { ForecastFigures } from './spend-forecast.ts'
import { licensesPath } from './spend-links.ts'
import { scopeWords } from './spend-words.ts'

interface SpendForecastProps {
  figures: SpendFigures
  forecast: ForecastFigures
}

/** The expected charges for the licenses in force, their basis, and what is left out. */
export function SpendForecast({ figures, forecast }: SpendForecastProps) {
  const { currency } = figures
  const { months, totals, parts, others, basis, leftOut } = forecast
  return (
    <section className={css.changes} aria-label={`Forecast${scopeWords(figures)}`}>
      <h2>Forecast</h2>
      <p>Dashed bars: licenses in force and orders under way, without other charges{others}.</p>
      <List as="ol">
        {months.map((month, at) => (
          <li key={month}>
            <span>{monthName(month)}</span>
            <strong>{formatMoney(totals[at] ?? 0, currency)}</strong>
            {parts[at] && <small>{parts[at]}</small>}
          </li>
        ))}
      </List>
      <details>
        <summary>What it contains</summary>
        <p>
          Licenses in force and orders under way: {basis}. It leaves out {leftOut}.
        </p>
      </details>
      <PathLink path={licensesPath}>Licenses in force</PathLink>
    </section>
  )
}
