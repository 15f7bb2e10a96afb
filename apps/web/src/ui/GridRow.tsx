import { memo, type ReactNode, type RefCallback } from 'react'
import css from './RowGrid.module.css'

interface GridRowProps<Row> {
  row: Row
  /** Its place among all rows, from 0. */
  index: number
  /** Where it starts, in pixels. */
  top: number
  /** The list's one tab stop. */
  isActive: boolean
  layout: string | undefined
  measure: RefCallback<HTMLDivElement>
  renderCells: (row: Row) => ReactNode
}

/** One row of a grid; while others come and go it is left as it is. */
export const GridRow = memo(function GridRow<Row>({
  row,
  index,
  top,
  isActive,
  layout,
  measure,
  renderCells,
}: GridRowProps<Row>) {
  return (
    <div
      ref={measure}
      role="row"
      aria-rowindex={index + 2}
      data-index={index}
      tabIndex={isActive ? 0 : -1}
      className={`${layout} ${css.row}`}
      style={{ transform: `translateY(${top}px)` }}
    >
      {renderCells(row)}
    </div>
  )
}) as <Row>(props: GridRowProps<Row>) => ReactNode
