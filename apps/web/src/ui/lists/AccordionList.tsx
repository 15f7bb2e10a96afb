import { useVirtualizer, useWindowVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { AccordionItems, type AccordionItemsProps } from './AccordionItems.tsx'
import { PrintRows, type PaperColumn } from './PrintRows.tsx'
import { useIsPrinted } from '../useIsPrinted.ts'
import { pageScrolls, useMedia } from '../useMedia.ts'
import { withActive } from './visible-rows.ts'

export interface AccordionListProps<Row> extends Omit<
  AccordionItemsProps<Row>,
  'virtual' | 'margin' | 'listRef' | 'scrolls' | 'active' | 'setActive'
> {
  /** Height of a closed item. */
  itemHeight: number
  /** The printed form of every item, open or not. */
  paper: readonly PaperColumn<Row>[]
}

/**
 * A virtual list of any number of items, of which at most one is open. Its heads are one tab stop: arrows, Page Up,
 * Page Down, Home and End move between them, Enter opens. In a low or narrow window the page scrolls it.
 */
export function AccordionList<Row>(props: AccordionListProps<Row>) {
  const inPage = useMedia(pageScrolls)
  const isPrinted = useIsPrinted()
  if (isPrinted) {
    const { label, paper: columns, rows } = props
    return <PrintRows list={{ label, columns }} rows={rows} actions={undefined} />
  }
  return inPage ? <PageList {...props} /> : <FrameList {...props} />
}

const overscan = 6

function FrameList<Row>({ itemHeight, ...props }: AccordionListProps<Row>) {
  const listRef = useRef<HTMLDivElement>(null)
  const [active, setActive] = useState(() => openPlace(props))
  const virtual = useVirtualizer({
    count: props.rows.length,
    getScrollElement: () => listRef.current,
    getItemKey: (index) => keyAt(props, index),
    estimateSize: () => itemHeight,
    rangeExtractor: (range) => withActive(range, active),
    overscan,
  })
  useShowOpen(props, virtual, setActive)
  return (
    <AccordionItems
      {...props}
      scrolls
      margin={0}
      listRef={listRef}
      virtual={virtual}
      active={active}
      setActive={setActive}
    />
  )
}

function PageList<Row>({ itemHeight, ...props }: AccordionListProps<Row>) {
  const listRef = useRef<HTMLDivElement>(null)
  const [active, setActive] = useState(() => openPlace(props))
  const [margin, setMargin] = useState(0)
  const virtual = useWindowVirtualizer({
    count: props.rows.length,
    getItemKey: (index) => keyAt(props, index),
    estimateSize: () => itemHeight,
    rangeExtractor: (range) => withActive(range, active),
    scrollMargin: margin,
    overscan,
  })
  // Content above the list may grow or shrink: banners, requests, wrapped filters.
  useLayoutEffect(() => {
    const observer = new ResizeObserver(() => {
      setMargin((listRef.current?.getBoundingClientRect().top ?? 0) + window.scrollY)
    })
    observer.observe(document.body)
    return () => observer.disconnect()
  }, [])
  useShowOpen(props, virtual, setActive)
  return (
    <AccordionItems
      {...props}
      scrolls={false}
      margin={margin}
      listRef={listRef}
      virtual={virtual}
      active={active}
      setActive={setActive}
    />
  )
}

/** Scrolls to an item that was opened from elsewhere, for example by the address. */
function useShowOpen<Row>(
  props: Pick<AccordionListProps<Row>, 'rows' | 'keyOf' | 'openKey'>,
  virtual: AccordionItemsProps<Row>['virtual'],
  setActive: (index: number) => void,
) {
  const shown = useRef<string>(undefined)
  const place = openPlace(props)
  const isThere = props.openKey !== undefined && keyAt(props, place) === props.openKey
  useEffect(() => {
    if (!isThere || shown.current === props.openKey) return
    shown.current = props.openKey
    setActive(place)
    const { startIndex = 0, endIndex = 0 } = virtual.range ?? {}
    if (place < startIndex || place > endIndex) virtual.scrollToIndex(place, { align: 'start' })
  }, [isThere, place, props.openKey, setActive, virtual])
}

type Keyed<Row> = Pick<AccordionListProps<Row>, 'rows' | 'keyOf' | 'openKey'>

function openPlace<Row>({ rows, keyOf, openKey }: Keyed<Row>): number {
  return Math.max(
    0,
    rows.findIndex((row) => keyOf(row) === openKey),
  )
}

function keyAt<Row>({ rows, keyOf }: Pick<Keyed<Row>, 'rows' | 'keyOf'>, index: number) {
  const row = rows[index]
  return row === undefined ? index : keyOf(row)
}
