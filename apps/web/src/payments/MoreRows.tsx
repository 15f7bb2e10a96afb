import { Button } from '../ui/Button.tsx'
import css from './MoreRows.module.css'
import { rowsAtOnce } from './useMoreRows.ts'

interface MoreRowsProps {
  rows: { left: number; showMore: () => void }
  /** What the rows are, in the plural. */
  what: string
}

/** Says that a list goes on, and goes on with it. */
export function MoreRows({ rows, what }: MoreRowsProps) {
  if (rows.left === 0) return null
  return (
    <div className={css.more}>
      <span>{`${rows.left.toLocaleString('en-US')} more ${what}`}</span>
      <Button size="small" onClick={rows.showMore}>
        Show {Math.min(rowsAtOnce, rows.left)} more
      </Button>
    </div>
  )
}
