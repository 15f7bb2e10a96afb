import { monthName } from '@portal/domain/kernel/day'
import { formatMoney, type Cents, signedMoney } from '@portal/domain/kernel/money'
import { Fragment } from 'react'
import { Row } from '../ui/parts.tsx'
import { PathLink } from '../ui/page/PathLink.tsx'
import { SeriesMark } from './SeriesMark.tsx'
import { yearUntil, type SpendFigures, type SpendSeries } from './spend-figures.ts'
import { invoicesPath } from './spend-links.ts'
import css from './SpendTable.module.css'
import { groupingLabels, percentText, scopeWords } from './spend-words.ts'

interface SpendTableProps {
  figures: SpendFigures
  month: number
  /** The parts of the bars: the last part contains the groups without their own part. */
  parts: readonly SpendSeries[]
}

/** The groups in one month, compared with the month before. It is also the legend of the chart. */
export function SpendTable({ figures, month, parts }: SpendTableProps) {
  const { by, months, series, totals, currency } = figures
  const name = monthName(months[month] ?? '')
  const before = month > 0 ? monthName(months[month - 1]!) : undefined
  const row = (cents: readonly Cents[]) => (
    <Figures cents={cents} month={month} currency={currency} before={before} />
  )
  const own = parts.filter((part) => series.includes(part))
  const folded = series.slice(own.length)
  const groupRow = (one: SpendSeries, mark: number) => (
    <tr key={`${one.kind} ${one.name}`}>
      <th scope="row">
        <Row as="span" align="baseline">
          <SeriesMark mark={mark} />
          <SeriesName figures={figures} series={one} month={month} />
        </Row>
        <Change cents={one.cents} month={month} currency={currency} before={before} />
      </th>
      {row(one.cents)}
    </tr>
  )
  return (
    <div className={css.frame}>
      <table
        className={css.table}
        aria-label={`Spend by ${groupingLabels[by].toLowerCase()} in ${name}${scopeWords(figures)}`}
      >
        <thead>
          <tr>
            <th scope="col">{groupingLabels[by]}</th>
            <th scope="col">{name}</th>
            <th scope="col" data-wide="3">
              {before ?? 'Before'}
            </th>
            <th scope="col" data-wide="1">
              Change
            </th>
            <th scope="col" data-wide="2">
              %
            </th>
            <th scope="col" data-wide="3">
              {month >= 11 ? '12 months' : `${month + 1} months`}
            </th>
          </tr>
        </thead>
        <tbody>{own.map((one) => groupRow(one, one.mark))}</tbody>
        {folded.length > 0 && (
          <tbody>
            <tr>
              {/* Only the columns that are always shown. */}
              <th scope="rowgroup" colSpan={2} className={css.folded}>
                Together these are “Other” in the chart
              </th>
            </tr>
            {folded.map((one) => groupRow(one, 0))}
          </tbody>
        )}
        <tfoot>
          <tr>
            <th scope="row">
              Total
              <Change cents={totals} month={month} currency={currency} before={before} />
            </th>
            {row(totals)}
          </tr>
        </tfoot>
      </table>
    </div>
  )
}

/** Only a type links to its invoices: the list has no filter for values that only lines contain. */
function SeriesName({
  figures,
  series,
  month,
}: Omit<SpendTableProps, 'parts'> & { series: SpendSeries }) {
  if (figures.by !== 'type' || series.kind !== 'named') return <bdi>{series.label}</bdi>
  const path = invoicesPath(figures, { month: figures.months[month], group: series })
  return (
    <PathLink path={path}>
      <bdi>{series.label}</bdi>
    </PathLink>
  )
}

interface FiguresProps {
  cents: readonly Cents[]
  month: number
  currency: string
  before: string | undefined
}

function Figures({ cents, month, currency, before }: FiguresProps) {
  const now = cents[month] ?? 0
  const earlier = cents[month - 1] ?? 0
  const year = yearUntil(cents, month)
  return (
    <>
      <td data-zero={now === 0 || undefined}>{formatMoney(now, currency)}</td>
      <td data-wide="3">{before === undefined ? '–' : formatMoney(earlier, currency)}</td>
      <td data-wide="1" data-zero={now === earlier || undefined}>
        {before === undefined ? '–' : signedMoney(now - earlier, currency)}
      </td>
      <td data-wide="2">{before === undefined ? '–' : percentText(now, earlier)}</td>
      <td data-wide="3">{formatMoney(year, currency)}</td>
    </>
  )
}

/** Below the name, where there is no room for a column. */
function Change({ cents, month, currency, before }: FiguresProps) {
  const change = (cents[month] ?? 0) - (cents[month - 1] ?? 0)
  if (before === undefined) return <Fragment />
  return (
    <small className={css.change} aria-hidden>
      {signedMoney(change, currency)} on {before}
    </small>
  )
}
