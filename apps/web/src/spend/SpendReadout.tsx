import { monthName } from '@portal/domain/kernel/day'
import { Money } from '../ui/Money.tsx'
import { Row, Text } from '../ui/parts.tsx'
import { PathLink } from '../ui/page/PathLink.tsx'
import type { ForecastFigures } from './spend-forecast.ts'
import type { Pointed } from './SpendChart.tsx'
import type { SpendFigures } from './spend-figures.ts'
import { invoicesPath, licensesPath } from './spend-links.ts'
import css from './SpendScreen.module.css'
import { monthSentence } from './spend-words.ts'

interface SpendReadoutProps {
  figures: SpendFigures
  forecast: ForecastFigures | undefined
  pointed: Pointed
  isSpread: boolean
}

/** The figures of the selected month or series. */
export function SpendReadout({ figures, forecast, pointed, isSpread }: SpendReadoutProps) {
  const { series, totals, months, currency } = figures
  const ahead = forecast?.later[pointed.month - months.length]
  if (ahead)
    return (
      <Row align="baseline" justify="between" wrap tone="muted" className={css.readout}>
        <Row as="p" gap={4} rowGap={0} align="baseline" wrap aria-live="polite">
          <Text as="strong" size={4} tone="plain">
            <Money cents={ahead.cents} currency={currency} />
          </Text>
          <span>{monthName(ahead.month)}, forecast of the licenses in force</span>
        </Row>
        <PathLink path={licensesPath}>Licenses in force</PathLink>
      </Row>
    )
  const one = pointed.series === undefined ? undefined : series[pointed.series]
  const cents = one?.cents ?? totals
  const path = invoicesPath(figures, { month: months[pointed.month], group: one })
  return (
    <Row align="baseline" justify="between" wrap tone="muted" className={css.readout}>
      <Row as="p" gap={4} rowGap={0} align="baseline" wrap aria-live="polite">
        <Text as="strong" size={4} tone="plain">
          <Money cents={cents[pointed.month] ?? 0} currency={currency} />
        </Text>
        <span>
          {one && (
            <>
              <bdi>{one.label}</bdi>,{' '}
            </>
          )}
          {monthSentence(figures, cents, pointed.month)}
          {isSpread && ', quarters and years spread over their months'}
        </span>
      </Row>
      <PathLink path={path}>Invoices of {monthName(months[pointed.month] ?? '')}</PathLink>
    </Row>
  )
}
