import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Paged } from '../api/paged.ts'

/**
 * The rows of all pages of a list, while they are printed with the browser's shortcut. A browser does not wait for data
 * after printing starts, so the rows are fetched before; its menu prints the current page of the list.
 */
export function usePrintWhole<Row>(
  load: (page: number) => Promise<Paged<Row>>,
  isPart: boolean,
): readonly Row[] | undefined {
  const [rows, setRows] = useState<readonly Row[]>()
  const isLoading = useRef(false)
  const print = useEffectEvent(async () => {
    // The first press shows no dialog until the rows have arrived.
    if (isLoading.current) return
    isLoading.current = true
    const asked = location.href
    const all = await everyRow(load).catch(() => undefined)
    isLoading.current = false
    // The user changed the page or the filters: the rows no longer match the heading above them.
    if (location.href !== asked) return
    flushSync(() => setRows(all))
    window.print()
  })
  useEffect(() => {
    if (!isPart) return undefined
    const onKey = (event: KeyboardEvent) => {
      if (!isPrintKey(event)) return
      event.preventDefault()
      void print()
    }
    const onEnd = () => setRows(undefined)
    addEventListener('keydown', onKey)
    addEventListener('afterprint', onEnd)
    return () => {
      removeEventListener('keydown', onKey)
      removeEventListener('afterprint', onEnd)
    }
  }, [isPart])
  return rows
}

async function everyRow<Row>(load: (page: number) => Promise<Paged<Row>>): Promise<Row[]> {
  const all: Row[] = []
  for (let page = 1; ; page += 1) {
    const { rows, count, isMore } = await load(page)
    all.push(...rows)
    if (rows.length === 0 || (!isMore && all.length >= count)) return all
  }
}

function isPrintKey({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean {
  return (ctrlKey || metaKey) && !altKey && !shiftKey && key.toLowerCase() === 'p'
}
