import { ChevronLeft, ChevronRight } from 'lucide-react'
import { Button } from './Button.tsx'
import css from './Pager.module.css'

interface PagerProps {
  label: string
  /** The entries of the current page, such as `26–50`. */
  range: string
  page: number
  isLast: boolean
  busy: boolean
  onPage: (page: number) => void
}

/** Previous and Next buttons, with the current range. */
export function Pager({ label, range, page, isLast, busy, onPage }: PagerProps) {
  return (
    <nav className={css.pager} aria-label={label}>
      <Button
        size="small"
        icon={<ChevronLeft size={15} aria-hidden />}
        disabledReason={page <= 1 && 'This is the first page.'}
        onClick={() => !busy && onPage(page - 1)}
      >
        Previous
      </Button>
      <span className={css.range} role="status">
        {range}
      </span>
      <Button
        size="small"
        disabledReason={isLast && 'This is the last page.'}
        onClick={() => !busy && onPage(page + 1)}
      >
        Next
        <ChevronRight size={15} aria-hidden />
      </Button>
    </nav>
  )
}
