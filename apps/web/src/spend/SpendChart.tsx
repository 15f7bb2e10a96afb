import { monthName } from '@portal/domain/kernel/day'
import { useRouter } from '@tanstack/react-router'
import { useMemo, useRef, type KeyboardEvent, type PointerEvent } from 'react'
import { narrow, useMedia } from '../ui/useMedia.ts'
import { chartLayout, namedMonths, seriesAt, type ChartMonth } from './chart-layout.ts'
import { creditFill, seriesFill } from './SeriesMark.tsx'
import css from './SpendChart.module.css'
import type { SpendFigures } from './spend-figures.ts'
import type { ForecastFigures } from './spend-forecast.ts'
import { invoicesPath, licensesPath } from './spend-links.ts'
import { groupingLabels, scopeWords, shortMoney } from './spend-words.ts'
import { useSize } from './useSize.ts'

/** The selected month, and perhaps one of its series. */
export interface Pointed {
  month: number
  series?: number | undefined
}

interface SpendChartProps {
  figures: SpendFigures
  /** The months of the forecast follow the months of the figures. */
  forecast: ForecastFigures | undefined
  pointed: Pointed
  /** Undefined when the pointer leaves the chart. */
  onPoint: (pointed: Pointed | undefined) => void
}

/** The width of a letter of the axis in px; all digits have the same width. */
const letter = 6.6

/**
 * Stacked bars of months. Each is a link to its invoices and one stop of the keyboard: left and right change the month, up
 * and down the part of the bar.
 */
export function SpendChart({ figures, forecast, pointed, onPoint }: SpendChartProps) {
  const { series, currency } = figures
  const past = figures.months.length
  const { months, stacks } = useMemo(() => withForecast(figures, forecast), [figures, forecast])
  const { history } = useRouter()
  const isPhone = useMedia(narrow)
  const [frame, { width, zoom }] = useSize<HTMLElement>(isPhone ? 358 : 1180)
  const bars = useRef<SVGSVGElement>(null)
  const height = isPhone ? 220 : 300
  const below = 28 * zoom
  const layout = useMemo(() => {
    // The labels of the axis depend on the scale, not on the available room.
    const { ticks } = chartLayout(stacks, months.length, { width, height, left: 0, below })
    const labels = ticks.map(({ cents }) => shortMoney(cents, currency))
    const left = Math.max(...labels.map(({ length }) => length)) * letter * zoom + 10
    return chartLayout(stacks, months.length, { width, height, left, below })
  }, [stacks, months, currency, width, zoom, height, below])
  const step = layout.months[0]?.width ?? width
  const named = namedMonths(months, step, 62 * zoom)

  const open = ({ month, series: at }: Pointed) => {
    if (month >= past) return history.push(licensesPath)
    const path = invoicesPath(figures, {
      month: months[month],
      group: at === undefined ? undefined : series[at],
    })
    history.push(path)
  }
  const focus = (month: number) =>
    bars.current?.querySelectorAll<SVGGElement>('[role=link]')[month]?.focus()

  const press = (event: KeyboardEvent, month: number) => {
    const { key } = event
    const parts = (layout.months[month]?.parts ?? []).filter((part) => part.series < series.length)
    const at = parts.findIndex((part) => part.series === pointed.series)
    const moves: Record<string, () => void> = {
      ArrowLeft: () => focus(Math.max(0, month - 1)),
      ArrowRight: () => focus(Math.min(months.length - 1, month + 1)),
      Home: () => focus(0),
      End: () => focus(months.length - 1),
      // Below the first part, the whole month is selected again.
      ArrowUp: () => onPoint({ month, series: parts[Math.min(at + 1, parts.length - 1)]?.series }),
      ArrowDown: () => onPoint({ month, series: at > 0 ? parts[at - 1]?.series : undefined }),
      Enter: () => open(pointed),
    }
    const move = moves[key]
    if (!move || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    move()
  }

  /** The first tap only shows the figures: a bar on a phone is too narrow for a precise tap. */
  const isTouched = useRef(false)
  const pointAt = (event: PointerEvent<SVGGElement>, month: number, place: ChartMonth) => {
    const box = bars.current!.getBoundingClientRect()
    const y = ((event.clientY - box.top) * height) / box.height
    const at = seriesAt(place, y)
    const next = { month, series: at === series.length ? undefined : at }
    if (next.month !== pointed.month || next.series !== pointed.series) onPoint(next)
  }

  return (
    <figure ref={frame} className={css.chart}>
      <svg
        ref={bars}
        viewBox={`0 0 ${width} ${height}`}
        role="list"
        aria-label={`Spend in ${currency} by ${groupingLabels[figures.by].toLowerCase()} and month${scopeWords(figures)}. Arrow keys move between months and their parts; the tables below have the figures.`}
        // The selection remains when the finger is lifted.
        onPointerLeave={({ pointerType }) => pointerType !== 'touch' && onPoint(undefined)}
      >
        <g aria-hidden className={css.axis}>
          {layout.ticks.map(({ cents, y }) => (
            <g key={cents} data-zero={cents === 0 || undefined}>
              <line x1={0} x2={width} y1={Math.round(y) + 0.5} y2={Math.round(y) + 0.5} />
              <text x={0} y={y - 4}>
                {shortMoney(cents, currency)}
              </text>
            </g>
          ))}
          {layout.months.map(({ x, width: column }, at) =>
            named[at] ? (
              <text key={months[at]} x={x + column / 2} y={height - 8} textAnchor="middle">
                {months[at]!.endsWith('-01') || step > 62 * zoom
                  ? monthName(months[at]!)
                  : monthName(months[at]!).slice(0, 3)}
              </text>
            ) : null,
          )}
        </g>
        {layout.months.map((place, month) => (
          <g key={months[month]} role="listitem">
            <g
              role="link"
              tabIndex={month === pointed.month ? 0 : -1}
              aria-label={
                month < past
                  ? `${monthName(months[month]!)}${
                      month === pointed.month && pointed.series !== undefined
                        ? `, ${series[pointed.series]?.label}`
                        : ''
                    }: open its invoices`
                  : `${monthName(months[month]!)}, forecast: open the licenses in force`
              }
              className={css.month}
              data-pointed={month === pointed.month || undefined}
              onFocus={() => month !== pointed.month && onPoint({ month })}
              onKeyDown={(event) => press(event, month)}
              onPointerDown={(event) => {
                isTouched.current = event.pointerType === 'touch'
                pointAt(event, month, place)
              }}
              onPointerMove={(event) => pointAt(event, month, place)}
              onClick={() => !isTouched.current && open(pointed)}
            >
              <rect
                className={css.column}
                x={place.x}
                y={0}
                width={place.width}
                height={layout.bottom + 4}
              />
              {place.parts.map((part) => (
                <rect
                  key={part.series}
                  className={css.part}
                  data-pointed={
                    (month === pointed.month && part.series === pointed.series) || undefined
                  }
                  x={place.barX}
                  y={part.y}
                  width={place.barWidth}
                  height={part.height}
                  {...(part.series < series.length
                    ? { fill: seriesFill(series[part.series]!.mark) }
                    : { 'data-forecast': true })}
                />
              ))}
              {place.parts
                .filter(({ y }) => y >= layout.zeroY)
                .map((part) => (
                  <rect
                    key={part.series}
                    className={css.credit}
                    x={place.barX}
                    y={part.y}
                    width={place.barWidth}
                    height={part.height}
                    fill={creditFill}
                  />
                ))}
            </g>
          </g>
        ))}
        <line
          aria-hidden
          className={css.zero}
          x1={0}
          x2={width}
          y1={Math.round(layout.zeroY) + 0.5}
          y2={Math.round(layout.zeroY) + 0.5}
        />
      </svg>
    </figure>
  )
}

/**
 * Adds the months and the series of the forecast. The forecast may begin in a month with some charges; its bar is then on
 * top of them.
 */
function withForecast(figures: SpendFigures, forecast: ForecastFigures | undefined) {
  const later = forecast?.later ?? []
  const months = [...figures.months, ...later.map(({ month }) => month)]
  const expected = months.map((month) => forecast?.totals[forecast.months.indexOf(month)] ?? 0)
  return { months, stacks: [...figures.series, { cents: expected }] }
}
