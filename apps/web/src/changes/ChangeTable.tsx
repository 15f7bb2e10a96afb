import type { ChangeCause, InvoiceChanges } from '@portal/domain/changes/changes.schema'
import { capital, largestCauses } from '@portal/domain/changes/show-change'
import { monthName } from '@portal/domain/kernel/day'
import { isolated } from '@portal/domain/kernel/isolated'
import { formatMoney, signedMoney, toCents } from '@portal/domain/kernel/money'
import { plural } from '@portal/domain/kernel/plural'
import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { useIsPrinted } from '../ui/useIsPrinted.ts'
import css from './ChangeTable.module.css'
import { lineAbout, lineChange } from './changed-line.ts'
import { jointsOf, waterfall, type Bar, type Joints, type Waterfall } from './waterfall.ts'

/** Further causes, which are small, share one row that opens. */
const mostCauses = 7
const mostLines = 25

/** A chart that is a table: one row per cause, whose bar starts at the end of the previous bar. A row opens to its lines. */
export function ChangeTable({ changes }: { changes: InvoiceChanges }) {
  const { causes, before, invoice, currencyIsoCode: currency } = changes
  const [open, setOpen] = useState<ChangeCause>()
  const [isRestOpen, setRestOpen] = useState(false)
  const isPrinted = useIsPrinted()
  const showsRest = isRestOpen || isPrinted
  const bars = waterfall(changes)
  const money = (amount: number) => formatMoney(toCents(amount, currency), currency)
  const { shown, rest } = largestCauses(causes, mostCauses)
  const last = bars.causes[shown.length - 1]
  const restBar = { from: last ? jointsOf(last).leaves : 0, to: bars.after.to }
  const scale =
    bars.begins === 0
      ? 'Scale begins at zero'
      : `Scale begins at ${formatMoney(bars.begins, currency)}`
  const [first] = before
  const start =
    before.length === 1 && first
      ? `${monthName(first.serviceMonth)} · ${isolated(first.invoiceNumber)}`
      : `${plural(before.length, 'invoice')} of ${monthName(first?.serviceMonth ?? '')}`
  const row = (cause: ChangeCause, index: number) => (
    <CauseRows
      key={`${cause.kind} ${cause.words}`}
      cause={cause}
      bar={bars.causes[index] ?? { ...bars.after, isLess: false }}
      currency={currency}
      isOpen={open === cause}
      onToggle={() => setOpen(open === cause ? undefined : cause)}
    />
  )
  return (
    <table className={css.fall}>
      <caption className="sr-only">
        The causes, from the earlier invoice to this one. {scale}.
      </caption>
      <thead>
        <tr>
          <th scope="col">Cause</th>
          <th scope="col">{scale}</th>
          <th scope="col" className={css.end}>
            Change
          </th>
        </tr>
      </thead>
      <tbody>
        <tr className={css.total}>
          <th scope="row">{start}</th>
          <BarCell
            bar={bars.before}
            joints={{ leaves: bars.before.to }}
            kind="end"
            isCut={bars.begins > 0}
          />
          <td className={css.end}>{money(before.reduce((sum, { amount }) => sum + amount, 0))}</td>
        </tr>
        {shown.map(row)}
        {rest.length > 0 && (
          <tr>
            <th scope="row">
              <button
                type="button"
                className={css.open}
                data-print
                aria-expanded={showsRest}
                onClick={() => setRestOpen(!isRestOpen)}
              >
                {rest.length} smaller changes, net
              </button>
            </th>
            <BarCell
              bar={restBar}
              // The bars of its rows begin where its own bar begins.
              joints={{ enters: restBar.from, leaves: showsRest ? restBar.from : restBar.to }}
              kind={restBar.to < restBar.from ? 'down' : 'up'}
            />
            <td className={css.end}>
              {signedMoney(
                rest.reduce((sum, { amount }) => sum + toCents(amount, currency), 0),
                currency,
              )}
              <ChevronDown size={15} aria-hidden className={css.chevron} />
            </td>
          </tr>
        )}
        {showsRest && rest.map((cause, nth) => row(cause, shown.length + nth))}
        <tr className={css.total}>
          <th scope="row">
            {monthName(invoice.serviceMonth)} · {isolated(invoice.invoiceNumber)}
          </th>
          <BarCell
            bar={bars.after}
            joints={{ enters: bars.after.to }}
            kind="end"
            isCut={bars.begins > 0}
          />
          <td className={css.end}>{money(invoice.amount)}</td>
        </tr>
      </tbody>
    </table>
  )
}

interface CauseRowsProps {
  cause: ChangeCause
  bar: Waterfall['causes'][number]
  currency: string
  isOpen: boolean
  onToggle: () => void
}

/** A cause and, if it is open, its lines. */
function CauseRows({ cause, bar, currency, isOpen, onToggle }: CauseRowsProps) {
  const signed = (amount: number) => signedMoney(toCents(amount, currency), currency)
  const opens = cause.lines.length > 0
  return (
    <>
      <tr>
        <th scope="row">
          {opens ? (
            <button
              type="button"
              className={css.open}
              data-print
              aria-expanded={isOpen}
              onClick={onToggle}
            >
              {capital(cause.words)}
            </button>
          ) : (
            capital(cause.words)
          )}
        </th>
        <BarCell bar={bar} joints={jointsOf(bar)} kind={cause.amount < 0 ? 'down' : 'up'} />
        <td className={css.end}>
          {signed(cause.amount)}
          {opens && <ChevronDown size={15} aria-hidden className={css.chevron} />}
        </td>
      </tr>
      {isOpen && <CauseLines cause={cause} currency={currency} signed={signed} />}
    </>
  )
}

interface BarCellProps {
  bar: Bar
  joints: Joints
  kind: 'up' | 'down' | 'end'
  /** The bar is longer than the scale shows. */
  isCut?: boolean
}

function BarCell({ bar, joints: { enters, leaves }, kind, isCut }: BarCellProps) {
  const [from, to] = [Math.min(bar.from, bar.to), Math.max(bar.from, bar.to)]
  return (
    <td className={css.bar}>
      {/* As high as the row, which may be higher than the bar. */}
      <svg className={css.joints} viewBox="0 0 1000 2" preserveAspectRatio="none" aria-hidden>
        {enters !== undefined && <path d={`M${enters} 0v1`} />}
        {leaves !== undefined && <path d={`M${leaves} 1v1`} />}
      </svg>
      <svg viewBox="0 0 1000 32" preserveAspectRatio="none" aria-hidden>
        <rect className={css[kind]} x={from} y="9" width={Math.max(3, to - from)} height="14" />
        {isCut && <path className={css.cut} d="M14 6 l8 10 l-8 10" />}
      </svg>
    </td>
  )
}

interface CauseLinesProps {
  cause: ChangeCause
  currency: string
  signed: (amount: number) => string
}

function CauseLines({ cause, currency, signed }: CauseLinesProps) {
  const [showsAll, setShowsAll] = useState(false)
  const lines = showsAll ? cause.lines : cause.lines.slice(0, mostLines)
  return (
    <tr className={css.lines}>
      <td colSpan={3}>
        <table>
          <caption className="sr-only">Lines of {cause.words}</caption>
          <thead className="sr-only">
            <tr>
              <th scope="col">Line</th>
              <th scope="col">Quantity × price</th>
              <th scope="col">Change</th>
            </tr>
          </thead>
          <tbody>
            {lines.map((line, nth) => (
              // oxlint-disable-next-line react/no-array-index-key -- lines may be alike in every field
              <tr key={nth}>
                <td>
                  <bdi>{line.productName}</bdi>
                  {lineAbout(line) && (
                    <small>
                      <bdi>{lineAbout(line)}</bdi>
                    </small>
                  )}
                </td>
                <td>{lineChange(line, currency)}</td>
                <td className={css.end}>{signed(line.amount)}</td>
              </tr>
            ))}
          </tbody>
        </table>
        {cause.lines.length > mostLines && (
          <button type="button" className={css.more} onClick={() => setShowsAll(!showsAll)}>
            {showsAll ? 'Show fewer lines' : `Show all ${plural(cause.lines.length, 'line')}`}
          </button>
        )}
      </td>
    </tr>
  )
}
