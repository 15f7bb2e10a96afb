import {
  defaultKeyExtractor,
  useVirtualizer,
  useWindowVirtualizer,
  type Virtualizer,
} from '@tanstack/react-virtual'
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { PrintRows } from './PrintRows.tsx'
import { RowGrid, type RowGridProps } from './RowGrid.tsx'
import { afterPaint } from './useAfterPaint.ts'
import { useIsPrinted } from './useIsPrinted.ts'
import { pageScrolls, useMedia } from './useMedia.ts'
import { useRowKeys } from './useRowKeys.ts'
import { withActive } from './visible-rows.ts'

/** The width below which the style sheet shows rows as cards. */
const narrowWidth = 660

export type VirtualRowsProps<Row, Actions> = Omit<
  RowGridProps<Row, Actions>,
  'virtual' | 'keys' | 'margin' | 'gridRef' | 'scrolls'
>

/**
 * A virtual grid of any number of rows with one tab stop: arrows, Page Up, Page Down, Home and End move between
 * rows, Enter opens. In a low or narrow window the page scrolls it.
 */
export function VirtualRows<Row, Actions>(props: VirtualRowsProps<Row, Actions>) {
  const inPage = useMedia(pageScrolls)
  const isPrinted = useIsPrinted()
  if (isPrinted) return <PrintRows list={props.list} rows={props.rows} actions={props.actions} />
  return inPage ? <PageRows {...props} /> : <FrameRows {...props} />
}

/** The number of extra rows outside the view. They are rendered after the first paint, which is then sooner. */
function useOverscan(): number {
  const [overscan, setOverscan] = useState(0)
  useEffect(() => afterPaint(() => setOverscan(8)), [])
  return overscan
}

function FrameRows<Row, Actions>(props: VirtualRowsProps<Row, Actions>) {
  const { rowHeight, card } = props.list
  const gridRef = useRef<HTMLDivElement>(null)
  const [active, setActive] = useState(0)
  const virtual: Virtualizer<HTMLDivElement, Element> = useVirtualizer({
    count: props.rows.length,
    getItemKey: useItemKey(props),
    getScrollElement: () => gridRef.current,
    // From the known width of the frame: measuring the page for each row would force a layout.
    estimateSize: () =>
      (virtual.scrollRect?.width ?? narrowWidth) < narrowWidth ? card.height : rowHeight,
    // About the frame's final size, so that the first render already contains the rows.
    initialRect: { width: narrowWidth, height: window.innerHeight / 2 },
    rangeExtractor: (range) => withActive(range, active),
    overscan: useOverscan(),
  })
  const keys = useRowKeys({
    gridRef,
    active,
    setActive,
    list: props.list,
    rows: props.rows,
    virtual,
  })
  return <RowGrid {...props} scrolls gridRef={gridRef} margin={0} virtual={virtual} keys={keys} />
}

function PageRows<Row, Actions>(props: VirtualRowsProps<Row, Actions>) {
  const { rowHeight, card } = props.list
  const gridRef = useRef<HTMLDivElement>(null)
  const [active, setActive] = useState(0)
  const [margin, setMargin] = useState(0)
  // Read once: the width of the window is slow to read for thousands of rows.
  const estimated = window.innerWidth < narrowWidth ? card.height : rowHeight
  const virtual = useWindowVirtualizer({
    count: props.rows.length,
    getItemKey: useItemKey(props),
    estimateSize: () => estimated,
    initialRect: { width: window.innerWidth, height: window.innerHeight },
    rangeExtractor: (range) => withActive(range, active),
    scrollMargin: margin,
    overscan: useOverscan(),
  })
  // Content above the rows may grow or shrink: banners, totals, wrapped filters.
  useLayoutEffect(() => {
    const observer = new ResizeObserver(() => {
      setMargin((gridRef.current?.getBoundingClientRect().top ?? 0) + window.scrollY)
    })
    observer.observe(document.body)
    return () => observer.disconnect()
  }, [])
  const keys = useRowKeys({
    gridRef,
    active,
    setActive,
    list: props.list,
    rows: props.rows,
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

/** The same function while the rows are the same: a new one would recompute every row's position. */
function useItemKey<Row>({ rows, keyOf }: Pick<RowGridProps<Row, never>, 'rows' | 'keyOf'>) {
  return useMemo(() => {
    if (!keyOf) return defaultKeyExtractor
    return (index: number) => {
      const row = rows[index]
      return row === undefined ? index : keyOf(row, index)
    }
  }, [rows, keyOf])
}
