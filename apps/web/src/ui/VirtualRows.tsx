import {
  defaultKeyExtractor,
  useVirtualizer,
  useWindowVirtualizer,
  type Virtualizer,
} from '@tanstack/react-virtual'
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { afterPaint } from './after-paint.ts'
import { RowGrid, type RowGridProps } from './RowGrid.tsx'
import { pageScrolls, useMedia } from './useMedia.ts'
import { useRowKeys } from './useRowKeys.ts'
import { withActive } from './visible-rows.ts'

/** The width the style sheets of the rows stack their cells below. */
const narrowWidth = 780

export interface VirtualRowsProps<Row> extends Omit<
  RowGridProps<Row>,
  'virtual' | 'keys' | 'margin' | 'gridRef' | 'scrolls'
> {
  rowHeight: number
  /** Rows of a list narrower than `narrowWidth` are laid out anew, and taller. */
  narrowRowHeight: number
}

/**
 * A grid of any number of rows of which only those in sight exist. One tab stop: arrows, Page,
 * Home and End move between rows, Enter opens. In a low or narrow window the page scrolls it.
 */
export function VirtualRows<Row>(props: VirtualRowsProps<Row>) {
  const inPage = useMedia(pageScrolls)
  return inPage ? <PageRows {...props} /> : <FrameRows {...props} />
}

/** How many rows out of sight are drawn; they follow the first paint, which then comes sooner. */
function useOverscan(): number {
  const [overscan, setOverscan] = useState(0)
  useEffect(() => afterPaint(() => setOverscan(8)), [])
  return overscan
}

function FrameRows<Row>({ rowHeight, narrowRowHeight, ...props }: VirtualRowsProps<Row>) {
  const gridRef = useRef<HTMLDivElement>(null)
  const [active, setActive] = useState(0)
  const virtual: Virtualizer<HTMLDivElement, Element> = useVirtualizer({
    count: props.rows.length,
    getItemKey: useItemKey(props),
    getScrollElement: () => gridRef.current,
    // From what is already known of the frame: asking the page for each row would lay it out anew.
    estimateSize: () =>
      (virtual.scrollRect?.width ?? narrowWidth) < narrowWidth ? narrowRowHeight : rowHeight,
    // About the size the frame will have, so that the rows are drawn with it and not after it.
    initialRect: { width: narrowWidth, height: window.innerHeight / 2 },
    rangeExtractor: (range) => withActive(range, active),
    overscan: useOverscan(),
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

function PageRows<Row>({ rowHeight, narrowRowHeight, ...props }: VirtualRowsProps<Row>) {
  const gridRef = useRef<HTMLDivElement>(null)
  const [active, setActive] = useState(0)
  const [margin, setMargin] = useState(0)
  const virtual = useWindowVirtualizer({
    count: props.rows.length,
    getItemKey: useItemKey(props),
    estimateSize: () => (window.innerWidth < narrowWidth ? narrowRowHeight : rowHeight),
    initialRect: { width: window.innerWidth, height: window.innerHeight },
    rangeExtractor: (range) => withActive(range, active),
    scrollMargin: margin,
    overscan: useOverscan(),
  })
  // What stands above the rows may grow or shrink: banners, totals, wrapped filters.
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
    count: props.rows.length,
    rowHeight,
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

/** The same function while the rows are the same: for another one every row is placed anew. */
function useItemKey<Row>({ rows, keyOf }: Pick<RowGridProps<Row>, 'rows' | 'keyOf'>) {
  return useMemo(() => {
    if (!keyOf) return defaultKeyExtractor
    return (index: number) => {
      const row = rows[index]
      return row === undefined ? index : keyOf(row, index)
    }
  }, [rows, keyOf])
}
