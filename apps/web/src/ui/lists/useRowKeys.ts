import type { Virtualizer } from '@tanstack/react-virtual'
import { useEffect, useRef, type FocusEvent, type KeyboardEvent, type RefObject } from 'react'
import { rootConf } from '../../kernel/root-conf.ts'
import { afterFrames, whenRendered } from '../after-frames.ts'
import { keepPlace, placeOfReload, returnedRow } from '../left-row.ts'
import type { List } from './list-columns.ts'
import type { Selecting } from './SelectBox.tsx'
import { rowAfter } from './visible-rows.ts'

interface RowKeysOptions<Row, Actions> {
  gridRef: RefObject<HTMLDivElement | null>
  active: number
  setActive: (index: number) => void
  list: List<Row, Actions>
  rows: readonly Row[]
  virtual: Pick<
    Virtualizer<HTMLDivElement | Window, Element>,
    'scrollToIndex' | 'scrollOffset' | 'scrollRect' | 'getVirtualItemForOffset'
  >
  selecting: Selecting<Row> | undefined
}

/** Handlers for the element around all rows: handlers on each row would be created again on every render. */
export interface RowKeys {
  /** The row that is the list's only tab stop. */
  active: number
  onFocus: (event: FocusEvent<HTMLElement>) => void
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => void
}

/** Moves between rows, and with the left and right arrows between a row and its controls. */
export function useRowKeys<Row, Actions>(options: RowKeysOptions<Row, Actions>): RowKeys {
  const { gridRef, setActive, list, rows, virtual, selecting } = options
  const count = rows.length
  const active = Math.min(options.active, Math.max(0, count - 1))

  function focusRow(index: number) {
    setActive(index)
    virtual.scrollToIndex(index)
    whenRendered(
      () => rowAt(gridRef.current, index),
      (row) => row.focus({ preventScroll: true }),
    )
  }

  useReturn(options)

  function onFocus(event: FocusEvent<HTMLElement>) {
    const row = rowOf(event.target)
    if (row) setActive(Number(row.dataset.index))
  }

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    const target = event.target as HTMLElement
    const row = rowOf(target)
    if (!row || event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key === 'ArrowRight' || event.key === 'ArrowLeft') {
      moveWithin(row, target, event.key === 'ArrowRight' ? 1 : -1)
      event.preventDefault()
      return
    }
    if (event.key === 'Escape' && selecting && selecting.checked !== false) {
      selecting.onClear()
      // The panel beside the list stays open.
      event.preventDefault()
    }
    if (target !== row) return
    // It needs a focused row, so it cannot be pressed while typing elsewhere.
    if (event.key.toLowerCase() === 'x' && rootConf().singleKeys !== false)
      selecting?.onRow(active, event.shiftKey)
    if (event.key === 'Enter' || event.key === ' ') {
      row.querySelector<HTMLElement>('[data-opens]')?.click()
      event.preventDefault()
    }
    const page = Math.max(1, Math.floor(heightOf(gridRef.current) / list.rowHeight) - 1)
    const next = rowAfter(event.key, active, { count, page })
    if (next === undefined) return
    event.preventDefault()
    if (event.shiftKey) selecting?.onPass(active, next)
    focusRow(next)
  }

  return { active, onFocus, onKeyDown }
}

/** Scrolls to the row from which the user left, and focuses it unless the focus is already in the page's content. */
function useReturn<Row, Actions>(options: RowKeysOptions<Row, Actions>) {
  const latest = useRef(options)
  useEffect(() => void (latest.current = options))
  useKeepPlace(latest)
  useEffect(() => {
    const { list, rows, setActive } = latest.current
    const place = placeOfReload(list.label)
    if (place !== undefined)
      afterFrames(2, () => latest.current.virtual.scrollToIndex(place, { align: 'center' }))
    const id = returnedRow(list.label)
    const index = id === undefined ? -1 : rows.findIndex((row) => list.opens?.(row) === id)
    if (index < 0) return
    setActive(index)
    // The router first restores the scroll position; the row is rendered then.
    afterFrames(2, () => {
      const { gridRef, virtual } = latest.current
      if (!isInSight(rowAt(gridRef.current, index)))
        virtual.scrollToIndex(index, { align: 'center' })
      afterFrames(2, () => {
        const focused = document.activeElement
        if (focused === document.body || focused?.id === 'main')
          rowAt(gridRef.current, index)?.focus({ preventScroll: true })
      })
    })
  }, [])
}

/** Stores the scroll position of the list for a reload. */
function useKeepPlace<Row, Actions>(latest: RefObject<RowKeysOptions<Row, Actions>>) {
  useEffect(() => {
    const keep = () => {
      const { list, virtual } = latest.current
      const { scrollOffset: offset, scrollRect: rect } = virtual
      const middle = offset && rect && virtual.getVirtualItemForOffset(offset + rect.height / 2)
      if (middle) keepPlace(list.label, middle.index)
    }
    addEventListener('pagehide', keep)
    return () => removeEventListener('pagehide', keep)
  }, [latest])
}

/** Whether the row is inside the window and the frame, and not covered by a bar. */
function isInSight(row: HTMLElement | null | undefined): boolean {
  if (!row) return false
  const { left, top, width, height } = row.getBoundingClientRect()
  return row.contains(document.elementFromPoint(left + width / 2, top + height / 2))
}

/** The row that contains an element, if any. */
function rowOf(element: HTMLElement) {
  return element.closest<HTMLElement>('[role=row]')
}

function moveWithin(row: HTMLElement, from: HTMLElement, step: 1 | -1) {
  const stops = [row, ...row.querySelectorAll<HTMLElement>('a[href], button:not([data-selects])')]
  stops[stops.indexOf(from) + step]?.focus()
}

function rowAt(grid: HTMLElement | null, index: number) {
  return grid?.querySelector<HTMLElement>(`[data-index="${index}"]`)
}

/** The visible height of the list; a list that the page scrolls is taller than the window. */
function heightOf(grid: HTMLElement | null): number {
  return Math.min(grid?.clientHeight ?? 400, window.innerHeight - 160)
}
