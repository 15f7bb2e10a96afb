import type { Virtualizer } from '@tanstack/react-virtual'
import type { MouseEvent, ReactNode, RefObject } from 'react'
import css from './RowGrid.module.css'
import type { RowKeys } from './useRowKeys.ts'

export interface Column {
  id: string
  header: ReactNode
  align?: 'end'
  /** Set on the column the rows are ordered by. */
  sorted?: 'ascending' | 'descending' | undefined
}

export interface RowGridProps<Row> {
  label: string
  rows: readonly Row[]
  keyOf: (row: Row, index: number) => string
  columns: readonly Column[]
  /** The class that lays out the cells of a row, the header's too. */
  layout: string | undefined
  /** The cells of one row, in the order of the columns, each with `role="gridcell"`. */
  renderCells: (row: Row) => ReactNode
  // The two virtualizers differ only in what scrolls, which is of no interest here.
  virtual: Virtualizer<Window, Element> | Virtualizer<HTMLDivElement, Element>
  keys: RowKeys
  margin: number
  gridRef: RefObject<HTMLDivElement | null>
  /** The rows scroll in a frame of their own; otherwise the page scrolls them. */
  scrolls: boolean
}

export function RowGrid<Row>(props: RowGridProps<Row>) {
  const { label, rows, columns, layout, virtual, keys, margin, gridRef, scrolls } = props
  return (
    <div
      className={`${css.grid} ${scrolls ? css.scrolls : ''}`}
      role="grid"
      aria-label={label}
      aria-readonly
      aria-rowcount={rows.length + 1}
    >
      <div role="rowgroup" className={css.header}>
        <div role="row" aria-rowindex={1} className={layout}>
          {columns.map((column) => (
            <span
              key={column.id}
              role="columnheader"
              aria-sort={column.sorted}
              className={column.align === 'end' ? css.end : undefined}
            >
              {column.header}
            </span>
          ))}
        </div>
      </div>
      <div ref={gridRef} role="rowgroup" className={css.rows} data-scroll-restoration-id={label}>
        <div role="presentation" className={css.all} style={{ height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map((item) => {
            const row = rows[item.index]
            return row === undefined ? null : (
              <div
                key={item.key}
                ref={virtual.measureElement}
                role="row"
                aria-rowindex={item.index + 2}
                data-index={item.index}
                tabIndex={item.index === keys.active ? 0 : -1}
                className={`${layout} ${css.row}`}
                style={{ transform: `translateY(${item.start - margin}px)` }}
                onFocus={() => keys.setActive(item.index)}
                onKeyDown={keys.onKeyDown}
                onClick={openRow}
              >
                {props.renderCells(row)}
              </div>
            )
          })}
        </div>
      </div>
    </div>
  )
}

/** A click anywhere in the row opens it, unless it was for a control in it or marked some text. */
function openRow(event: MouseEvent<HTMLElement>) {
  const target = event.target as HTMLElement
  if (target.closest('a, button') || !event.currentTarget.contains(target)) return
  if (getSelection()?.toString()) return
  event.currentTarget.querySelector<HTMLElement>('[data-opens]')?.click()
}
