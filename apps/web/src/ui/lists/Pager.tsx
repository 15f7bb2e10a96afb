import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useContext } from 'react'
import { Button } from '../Button.tsx'
import { Choice } from '../fields/Choice.tsx'
import { InSheet } from '../fields/in-sheet.ts'
import css from './Pager.module.css'
import { Row } from '../parts.tsx'
import { narrow, useMedia } from '../useMedia.ts'

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
    <Row as="nav" gap={3} justify="end" className={css.pager} aria-label={label}>
      <span className={css.range} role="status">
        {range}
      </span>
      <Button
        size="small"
        aria-label="Previous"
        disabledReason={page <= 1 && 'This is the first page.'}
        onClick={() => !busy && onPage(page - 1)}
      >
        <ChevronLeft size={15} aria-hidden />
      </Button>
      <Button
        size="small"
        aria-label="Next"
        disabledReason={isLast && 'This is the last page.'}
        onClick={() => !busy && onPage(page + 1)}
      >
        <ChevronRight size={15} aria-hidden />
      </Button>
    </Row>
  )
}

export interface SizesProps<Size extends string> {
  value: Size
  onChange: (size: Size) => void
  items: readonly { value: Size; label: string }[]
}

/** The number of rows of a page: at the end of a list. */
export function Sizes<Size extends string>(props: SizesProps<Size>) {
  return useMedia(narrow) ? null : <Choice label="Rows" {...props} />
}

/** The choice of the number of rows among the filters, only in their sheet on a phone. */
export function SizesInSheet<Size extends string>(props: SizesProps<Size>) {
  return useContext(InSheet) ? <Choice label="Rows" {...props} /> : null
}
