import {
  defaultKeyExtractor,
  useVirtualizer,
  useWindowVirtualizer,
  type Virtualizer,
} from '@tanstack/react-virtual'
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { List, ListShape } from './list-columns.ts'
import { PrintRows } from './PrintRows.tsx'
import { groupHeight, rowGroups } from './row-groups.ts'
import { RowGrid, type RowGridProps } from './RowGrid.tsx'
import { afterPaint } from '../useAfterPaint.ts'
import { useIsPrinted } from '../useIsPrinted.ts'
import { useListShape } from './useListShape.ts'
import { pageScrolls, useMedia } from '../useMedia.ts'
import { useRowKeys } from './useRowKeys.ts'
import { withActive } from './visible-rows.ts'

export interface VirtualRowsProps<Row, Actions> extends Omit<
  RowGridProps<Row, Actions>,
  'virtual' | 'keys' | 'margin' | 'gridRef' | 'shape' | 'scrolls' | 'groups'
> {
  /** The heading above a card, if the order of the rows has headings. */
  groupOf?: ((row: Row) => string) | undefined
  /** Shows the headings in a table too, whose columns contain the same text. */
  groupsTables?: boolean
  /** Identifies the search, filters and page: a change scrolls the list to its first row. */
  startsAgain?: string
}

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

/** The index of the row that is the list's tab stop: the first row, or the row whose details are open beside the list. */
function useTabStop<Row, Actions>({ list, rows, current }: VirtualRowsProps<Row, Actions>) {
  const found = useMemo(
    () => (current === undefined ? -1 : rows.findIndex((row) => list.opens?.(row) === current)),
    [list, rows, current],
  )
  const [active, setActive] = useState(Math.max(0, found))
  const listed = found < 0 ? undefined : current
  const [known, setKnown] = useState(listed)
  if (known !== listed) {
    setKnown(listed)
    if (listed !== undefined) setActive(found)
  }
  return [active, setActive] as const
}

/**
 * The number of extra rows outside the view. They are rendered after the first paint, and after the paint of a new
 * search or page, so that the paint happens sooner.
 */
function useOverscan(asked = ''): number {
  const [painted, setPainted] = useState<string>()
  useEffect(() => afterPaint(() => setPainted(asked)), [asked])
  return painted === asked ? 8 : 0
}

function FrameRows<Row, Actions>(props: VirtualRowsProps<Row, Actions>) {
  const gridRef = useRef<HTMLDivElement>(null)
  const shape = useListShape(props.list, gridRef)
  const height = heightOf(props.list, shape)
  const groups = useGroups(props, shape)
  const [active, setActive] = useTabStop(props)
  const virtual: Virtualizer<HTMLDivElement, Element> = useVirtualizer({
    count: props.rows.length,
    getItemKey: useItemKey(props),
    getScrollElement: () => gridRef.current,
    estimateSize: (index) => height + (groups.firsts.has(index) ? groupHeight : 0),
    // About the frame's final size, so that the first render already contains the rows.
    initialRect: { width: window.innerWidth, height: window.innerHeight / 2 },
    rangeExtractor: (range) => withActive(range, active),
    overscan: useOverscan(props.startsAgain),
  })
  const keys = useRowKeys({
    gridRef,
    active,
    setActive,
    list: props.list,
    rows: props.rows,
    virtual,
    selecting: props.selecting,
  })
  // Rows that were not shown yet keep their estimated height until it is measured again.
  useOnChange(height, () => virtual.measure())
  useOnChange(props.startsAgain, () => gridRef.current?.scrollTo(0, 0))
  return (
    <RowGrid
      {...props}
      shape={shape}
      groups={groups}
      scrolls
      gridRef={gridRef}
      margin={0}
      virtual={virtual}
      keys={keys}
    />
  )
}

function PageRows<Row, Actions>(props: VirtualRowsProps<Row, Actions>) {
  const gridRef = useRef<HTMLDivElement>(null)
  const shape = useListShape(props.list, gridRef)
  const height = heightOf(props.list, shape)
  const groups = useGroups(props, shape)
  const [active, setActive] = useTabStop(props)
  const [margin, setMargin] = useState(0)
  const virtual = useWindowVirtualizer({
    count: props.rows.length,
    getItemKey: useItemKey(props),
    estimateSize: (index) => height + (groups.firsts.has(index) ? groupHeight : 0),
    // About the height below the content above.
    initialRect: { width: window.innerWidth, height: window.innerHeight * 0.8 },
    rangeExtractor: (range) => withActive(range, active),
    scrollMargin: margin,
    overscan: useOverscan(props.startsAgain),
  })
  // Content above the rows may grow or shrink: banners, totals, wrapped filters.
  useLayoutEffect(() => {
    const measure = () =>
      setMargin((gridRef.current?.getBoundingClientRect().top ?? 0) + window.scrollY)
    // Set immediately, or the first rows would be laid out twice before their paint.
    measure()
    const observer = new ResizeObserver(measure)
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
    selecting: props.selecting,
  })
  // Rows that were not shown yet keep their estimated height until it is measured again.
  useOnChange(height, () => virtual.measure())
  useOnChange(props.startsAgain, () => {
    if (window.scrollY > margin) gridRef.current?.scrollIntoView()
  })
  return (
    <RowGrid
      {...props}
      shape={shape}
      groups={groups}
      scrolls={false}
      gridRef={gridRef}
      margin={margin}
      virtual={virtual}
      keys={keys}
    />
  )
}

/** The estimated height of a row, in pixels. */
const heightOf = <Row, Actions>(
  { rowHeight, card, compact }: List<Row, Actions>,
  shape: ListShape,
) => ({ table: rowHeight, compact: compact?.height ?? rowHeight, card: card.height })[shape]

function useGroups<Row>(
  props: Pick<VirtualRowsProps<Row, never>, 'rows' | 'groupOf' | 'groupsTables'>,
  shape: ListShape,
) {
  const { rows, groupOf, groupsTables = false } = props
  const hasHeadings = shape === 'card' || groupsTables
  return useMemo(
    () => rowGroups(rows, hasHeadings ? groupOf : undefined),
    [rows, groupOf, hasHeadings],
  )
}

/** Runs `act` before the paint of a render whose value differs from the previous render; not on the first render. */
function useOnChange(value: unknown, act: () => void) {
  const known = useRef(value)
  useLayoutEffect(() => {
    if (known.current !== value) act()
    known.current = value
  })
}

/** Keeps the same function for the same rows: a new function would recompute the position of every row. */
function useItemKey<Row>({ rows, keyOf }: Pick<RowGridProps<Row, never>, 'rows' | 'keyOf'>) {
  return useMemo(() => {
    if (!keyOf) return defaultKeyExtractor
    return (index: number) => {
      const row = rows[index]
      return row === undefined ? index : keyOf(row, index)
    }
  }, [rows, keyOf])
}
