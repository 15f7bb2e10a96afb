import type { Virtualizer } from '@tanstack/react-virtual'
import { memo, type MouseEvent, type ReactNode, type RefObject } from 'react'
import { GridRow } from './GridRow.tsx'
import css from './RowGrid.module.css'
import { useAfterPaint } from './useAfterPaint.ts'
import type { RowKeys } from './useRowKeys.ts'
import { inSight } from './visible-rows.ts'

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
  /**
   * What a row is known by where it has to stay itself when others come before it. Without it a row
   * is known by its place: a search then changes the words in the rows that are there, which is
   * several times quicker than making new ones.
   */
  keyOf?: (row: Row, index: number) => string
  columns: readonly Column[]
  /** The class that lays out the cells of a row, the header's too. */
  layout: string | undefined
  /**
   * The cells of one row, in the order of the columns, each with `role="gridcell"`. A function that
   * stays the same spares the rows that stay the same.
   */
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
  const { label, rows, keyOf, columns, layout, virtual, keys, margin, gridRef, scrolls } = props
  const later = useAfterPaint(rows)
  // Words out of sight may change a moment after those in sight, which are then sooner on the screen.
  const rowAt = (index: number) =>
    (keyOf || inSight(virtual.range, index) ? undefined : later[index]) ?? rows[index]
  return (
    <div
      className={`${css.grid} ${scrolls ? css.scrolls : ''}`}
      role="grid"
      aria-label={label}
      aria-readonly
      aria-rowcount={rows.length + 1}
    >
      <GridHeader columns={columns} layout={layout} />
      <div ref={gridRef} role="rowgroup" className={css.rows} data-scroll-restoration-id={label}>
        <div
          role="presentation"
          className={css.all}
          style={{ height: virtual.getTotalSize() }}
          onFocus={keys.onFocus}
          onKeyDown={keys.onKeyDown}
          onClick={openRow}
        >
          {virtual.getVirtualItems().map(({ key, index, start }) => {
            const row = rowAt(index)
            return row === undefined ? null : (
              <GridRow
                key={key}
                row={row}
                index={index}
                top={start - margin}
                isActive={index === keys.active}
                layout={layout}
                measure={virtual.measureElement}
                renderCells={props.renderCells}
              />
            )
          })}
        </div>
      </div>
    </div>
  )
}

/** While the rows come and go it is left as it is. */
const GridHeader = memo(function GridHeader({
  columns,
  layout,
}: Pick<RowGridProps<unknown>, 'columns' | 'layout'>) {
  return (
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
  )
})

/** A click anywhere in a row opens it, unless it was for a control in it or marked some text. */
function openRow({ target, currentTarget }: MouseEvent<HTMLElement>) {
  const clicked = target as HTMLElement
  // What floats above the list is not in it, whatever rendered it.
  if (clicked.closest('a, button') || !currentTarget.contains(clicked)) return
  if (getSelection()?.toString()) return
  const row = clicked.closest('[role=row]')
  row?.querySelector<HTMLElement>('[data-opens]')?.click()
}
