import { useVirtualizer, useWindowVirtualizer } from '@tanstack/react-virtual'
import { useLayoutEffect, useRef, useState } from 'react'
import { RowGrid, type RowGridProps } from './RowGrid.tsx'
import { pageScrolls, useMedia } from './useMedia.ts'
import { useRowKeys } from './useRowKeys.ts'
import { withActive } from './visible-rows.ts'

export interface VirtualRowsProps<Row> extends Omit<
  RowGridProps<Row>,
  'virtual' | 'keys' | 'margin' | 'gridRef' | 'scrolls'
> {
  rowHeight: number
  /** Rows are laid out anew on a phone, and taller. */
  phoneRowHeight: number
}

/**
 * A grid of any number of rows of which only those in sight exist. One tab stop: arrows, Page,
 * Home and End move between rows, Enter opens. In a low or narrow window the page scrolls it.
 */
export function VirtualRows<Row>(props: VirtualRowsProps<Row>) {
  const phone = useMedia(pageScrolls)
  return phone ? <PageRows {...props} /> : <FrameRows {...props} />
}

const overscan = 8

function FrameRows<Row>({ rowHeight, phoneRowHeight: _, ...props }: VirtualRowsProps<Row>) {
  const gridRef = useRef<HTMLDivElement>(null)
  const [active, setActive] = useState(0)
  const virtual = useVirtualizer({
    count: props.rows.length,
    getScrollElement: () => gridRef.current,
    getItemKey: (index) => keyAt(props, index),
    estimateSize: () => rowHeight,
    rangeExtractor: (range) => withActive(range, active),
    overscan,
  })
  const keys = useRowKeys({
    gridRef,
    active,
    setActive,
    count: props.rows.length,
    rowHeight,
    virtual,
  })
  return <RowGrid {...props} scrolls gridRef={gridRef} margin={0} virtual={virtual} keys={keys} />
}

function PageRows<Row>({ rowHeight: _, phoneRowHeight, ...props }: VirtualRowsProps<Row>) {
  const gridRef = useRef<HTMLDivElement>(null)
  const [active, setActive] = useState(0)
  const [margin, setMargin] = useState(0)
  const virtual = useWindowVirtualizer({
    count: props.rows.length,
    getItemKey: (index) => keyAt(props, index),
    estimateSize: () => phoneRowHeight,
    rangeExtractor: (range) => withActive(range, active),
    scrollMargin: margin,
    overscan,
  })
  // What stands above the rows may grow or shrink: banners, totals, wrapped filters.
  useLayoutEffect(() => {
    const top = (gridRef.current?.getBoundingClientRect().top ?? 0) + window.scrollY
    if (Math.abs(top - margin) > 1) setMargin(top)
  })
  const keys = useRowKeys({
    gridRef,
    active,
    setActive,
    count: props.rows.length,
    rowHeight: phoneRowHeight,
    virtual,
  })
  return (
    <RowGrid
      {...props}
      scrolls={false}
      gridRef={gridRef}
      margin={margin}
      virtual={virtual}
      keys={keys}
    />
  )
}

function keyAt<Row>({ rows, keyOf }: Pick<RowGridProps<Row>, 'rows' | 'keyOf'>, index: number) {
  const row = rows[index]
  return row === undefined ? index : keyOf(row, index)
}
