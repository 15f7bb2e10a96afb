import type { FocusEvent, KeyboardEvent, RefObject } from 'react'
import { rowAfter } from './visible-rows.ts'

interface RowKeysOptions {
  gridRef: RefObject<HTMLDivElement | null>
  active: number
  setActive: (index: number) => void
  count: number
  rowHeight: number
  virtual: { scrollToIndex: (index: number) => void }
}

/** What the element around all rows listens for: handlers of each row would be made anew with it. */
export interface RowKeys {
  /** The row that is the list's one tab stop. */
  active: number
  onFocus: (event: FocusEvent<HTMLElement>) => void
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => void
}

/** Moves between rows, and with the arrows right and left between a row and its controls. */
export function useRowKeys(options: RowKeysOptions): RowKeys {
  const { gridRef, setActive, count, rowHeight, virtual } = options
  const active = Math.min(options.active, Math.max(0, count - 1))

  function focusRow(index: number) {
    setActive(index)
    virtual.scrollToIndex(index)
    // Two frames: one to scroll there, one to bring the row into the document.
    afterFrames(2, () => rowAt(gridRef.current, index)?.focus({ preventScroll: true }))
  }

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
    if (target !== row) return
    if (event.key === 'Enter' || event.key === ' ') {
      row.querySelector<HTMLElement>('[data-opens]')?.click()
      event.preventDefault()
    }
    const page = Math.max(1, Math.floor(heightOf(gridRef.current) / rowHeight) - 1)
    const next = rowAfter(event.key, active, { count, page })
    if (next === undefined) return
    event.preventDefault()
    focusRow(next)
  }

  return { active, onFocus, onKeyDown }
}

/** The row an element is in, if it is in one. */
function rowOf(element: HTMLElement) {
  return element.closest<HTMLElement>('[role=row]')
}

function moveWithin(row: HTMLElement, from: HTMLElement, step: 1 | -1) {
  const stops = [row, ...row.querySelectorAll<HTMLElement>('a[href], button')]
  stops[stops.indexOf(from) + step]?.focus()
}

function rowAt(grid: HTMLElement | null, index: number) {
  return grid?.querySelector<HTMLElement>(`[data-index="${index}"]`)
}

/** How much of the list is in sight; a list that the page scrolls is taller than the window. */
function heightOf(grid: HTMLElement | null): number {
  return Math.min(grid?.clientHeight ?? 400, window.innerHeight - 160)
}

function afterFrames(frames: number, work: () => void) {
  if (frames === 0) work()
  else requestAnimationFrame(() => afterFrames(frames - 1, work))
}
