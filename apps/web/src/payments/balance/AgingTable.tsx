import { formatMoney } from '@portal/domain/kernel/money'
import { agingBuckets } from '@portal/domain/payments/aging'
import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { Row } from '../../ui/parts.tsx'
import { useMedia } from '../../ui/useMedia.ts'
import css from './Aging.module.css'
import type { AgingSum } from './aging-sums.ts'

export interface AgingRow {
  key: string
  /** The prefix of the title; equal in each row, so it is smaller on a phone. */
  prefix?: string
  title: string
  /** A fact below the title. */
  note?: string
  sum: AgingSum
  /** The sum of rows above. */
  isTotal?: boolean
}

interface AgingTableProps {
  caption: string
  /** The header of the first column. */
  header: string
  /** The header of the last column. */
  total: string
  rows: readonly AgingRow[]
  /** Colors the totals: red if an amount is due, else green. */
  isColored?: boolean
  /** On phones only one row shows its ages, and totals are one line. */
  canFold?: boolean
}

/** Amounts due by age: a column per bucket; on phones a line per bucket. */
export function AgingTable(props: AgingTableProps) {
  const { caption, header, total, rows, isColored, canFold = false } = props
  const isPhone = useMedia('screen and (max-width: 700px)')
  const folds = canFold && isPhone
  const [openKey, setOpenKey] = useState(rows[0]?.key)
  return (
    <div className={css.frame}>
      <div
        role="table"
        className={css.table}
        aria-label={caption}
        data-colored={isColored || undefined}
        data-folds={folds || undefined}
        data-long={rows.some(({ sum }) => isLong(sum)) || undefined}
      >
        <div role="rowgroup">
          <div role="row">
            <span role="columnheader">{header}</span>
            {agingBuckets.map(({ key, label }, age) => (
              <span key={key} role="columnheader">
                <i data-age={age} />
                {label}
              </span>
            ))}
            <span role="columnheader">{total}</span>
          </div>
        </div>
        <div role="rowgroup">
          {rows.map(({ key, prefix, title, note, sum, isTotal }) => (
            <div
              key={key}
              role="row"
              data-total={isTotal}
              data-current={(!folds && sum.buckets.current === sum.totalCents) || undefined}
              data-closed={(folds && (isTotal || key !== openKey)) || undefined}
            >
              <span role="rowheader">
                {folds && !isTotal ? (
                  <button
                    type="button"
                    aria-expanded={key === openKey}
                    onClick={() => setOpenKey(key === openKey ? undefined : key)}
                  >
                    <Title prefix={prefix} title={title} />
                    <ChevronDown size={16} aria-hidden />
                  </button>
                ) : (
                  <Title prefix={prefix} title={title} />
                )}
                {note && <small>{note}</small>}
              </span>
              {folds && !isTotal && <AgingBar sum={sum} />}
              {agingBuckets.map(({ key: bucket, label }, age) => (
                <span key={bucket} role="cell" data-zero={sum.buckets[bucket] === 0 || undefined}>
                  <span className={css.label} aria-hidden>
                    <i data-age={age} />
                    {label}
                  </span>
                  {formatMoney(sum.buckets[bucket], sum.currency)}
                </span>
              ))}
              <span role="cell" className={css.sum} data-due={sum.totalCents > 0}>
                <span className={css.label} aria-hidden>
                  {total}
                </span>
                {formatMoney(sum.totalCents, sum.currency)}
              </span>
            </div>
          ))}
        </div>
      </div>
    </div>
  )
}

function Title({ prefix, title }: Pick<AgingRow, 'title'> & { prefix: string | undefined }) {
  return (
    <>
      {prefix && (
        <span className={css.prefix}>
          {prefix}
          <span className={css.dash}> - </span>
        </span>
      )}
      <span>{title}</span>
    </>
  )
}

/** Seven amounts of this length do not fit beside each other on a tablet or on paper. */
const isLong = ({ currency, totalCents }: AgingSum) => formatMoney(totalCents, currency).length > 13

/** The parts of a sum by age, as wide as their share. A credit has no width; the table lists it. */
export function AgingBar({ sum }: { sum: AgingSum }) {
  return (
    <Row as="span" gap={1} align="stretch" className={css.bar} aria-hidden>
      {agingBuckets.map(({ key }, age) =>
        sum.buckets[key] > 0 ? (
          <i key={key} data-age={age} style={{ flexGrow: sum.buckets[key] }} />
        ) : null,
      )}
    </Row>
  )
}
