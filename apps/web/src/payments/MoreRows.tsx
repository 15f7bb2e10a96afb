import { useState } from 'react'
import { Button } from '../ui/Button.tsx'
import { Row } from '../ui/parts.tsx'
import css from './MoreRows.module.css'

interface MoreRowsProps {
  rows: { left: number; atOnce: number; showMore: () => void }
  /** Plural noun for the rows. */
  what: string
}

/** A button that shows more rows of the list. */
export function MoreRows({ rows, what }: MoreRowsProps) {
  if (rows.left === 0) return null
  return (
    <Row gap={5} rowGap={3} justify="between" wrap tone="muted" className={css.more}>
      <span>{`${rows.left.toLocaleString('en-US')} more ${what}`}</span>
      <Button size="small" onClick={rows.showMore}>
        Show {Math.min(rows.atOnce, rows.left)} more
      </Button>
    </Row>
  )
}

/** The usual number of rows that each press adds: a company may have thousands. */
export const rowsAtOnce = 20

/** The first rows of a list; more on request. */
export function useMoreRows<Row>(rows: readonly Row[], atOnce = rowsAtOnce) {
  const [count, setCount] = useState(atOnce)
  return {
    shown: rows.slice(0, count),
    left: Math.max(0, rows.length - count),
    atOnce,
    showMore: () => setCount(count + atOnce),
  }
}
