import { useRef } from 'react'
import type { List, PlacedColumn } from './list-columns.ts'
import { GridHeader } from './RowGrid.tsx'
import grid from './RowGrid.module.css'
import css from '../Skeleton.module.css'
import { useListShape } from './useListShape.ts'
import { pageScrolls, useMedia } from '../useMedia.ts'

interface ListSkeletonProps<Row, Actions> {
  list: List<Row, Actions>
  /** Names the loading content for screen readers. */
  label: string
}

/** A list that is loading: its real header, and gray bars in its real columns or cards. */
export function ListSkeleton<Row, Actions>({ list, label }: ListSkeletonProps<Row, Actions>) {
  const inPage = useMedia(pageScrolls)
  const rows = useRef<HTMLDivElement>(null)
  const columns = list.columns as readonly PlacedColumn<unknown, unknown>[]
  // The column that every layout shows first has the text instead of a bar.
  const first = list.card.lines[0]?.split(' ').find((id) => id !== 'select')
  const isSortable = columns.some((column) => column.compare ?? column.isSortable)
  return (
    <div
      className={`${grid.grid} ${inPage ? '' : grid.scrolls} ${css.skeleton}`}
      style={list.style}
      data-shape={useListShape(list, rows)}
      data-edge
      data-fills={!inPage || undefined}
      role="status"
      aria-label={label}
    >
      <div inert aria-hidden>
        <GridHeader
          columns={columns}
          sorted={list.sorted}
          onSort={isSortable ? () => {} : undefined}
        />
      </div>
      <div ref={rows} className={`${grid.rows} ${css.lines}`}>
        {Array.from({ length: Math.ceil(innerHeight / list.rowHeight) }, (_, row) => (
          <div key={row} className={`${grid.cells} ${grid.row} ${css.row}`}>
            {columns.map(({ id, align, isHeaderHidden, place, onCard, inCompact }, column) => (
              <span
                key={id}
                data-align={align}
                data-card={onCard}
                data-compact={inCompact}
                style={place}
              >
                {row === 0 && id === first
                  ? 'loading....'
                  : !isHeaderHidden && <i style={{ width: widthOf(row, column) }} />}
              </span>
            ))}
          </div>
        ))}
      </div>
    </div>
  )
}

/** Uneven, like text, and the same in every render. */
function widthOf(row: number, column: number): string {
  return `${40 + ((row * 23 + column * 17) % 40)}%`
}
