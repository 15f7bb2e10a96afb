import type { RouterHistory } from '@tanstack/react-router'

const rowKey = 'left-row'

/** The row that was opened last, by the label of its list. */
const left = new Map<string, string>(keptRow())
let isReturn = false
let hasLeft = false

/** Tracks whether the user returns to a page, by Back, Forward or a link back, or opens a new page. */
export function followReturns(history: Pick<RouterHistory, 'subscribe'>) {
  history.subscribe(({ action: { type } }) => {
    if (type !== 'REPLACE') isReturn = type !== 'PUSH'
    if (type === 'PUSH') reloaded = undefined
  })
}

export function leaveRow(label: string, id: string) {
  left.set(label, id)
  hasLeft = true
  try {
    sessionStorage.setItem(rowKey, JSON.stringify([label, id]))
  } catch {
    // Nothing is kept where the browser has no storage.
  }
}

/** The row that was left before the page with its details was loaded again. */
function keptRow(): [string, string][] {
  try {
    const [label, id] = JSON.parse(sessionStorage.getItem(rowKey) ?? '[]') as unknown[]
    return typeof label === 'string' && typeof id === 'string' ? [[label, id]] : []
  } catch {
    return []
  }
}

/** Whether the user has opened a row of a list on this visit. */
export const hasLeftRow = () => hasLeft

/** The row from which the user left the list, if this is a return to it; only once, when the list appears. */
export function returnedRow(label: string): string | undefined {
  const id = isReturn ? left.get(label) : undefined
  if (id !== undefined) isReturn = false
  return id
}

/** The row in the middle of a list's view when the page was left. */
interface Place {
  address: string
  label: string
  index: number
}

const key = 'list-place'
let reloaded = reloadedPlace()

function reloadedPlace(): Place | undefined {
  try {
    const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
    const kept = sessionStorage.getItem(key)
    sessionStorage.removeItem(key)
    return entry?.type === 'reload' && kept ? (JSON.parse(kept) as Place) : undefined
  } catch {
    // Nothing is kept where the browser has no storage.
    return undefined
  }
}

const address = () => location.pathname + location.search

/** Stores the scroll position of a list for a reload. */
export function keepPlace(label: string, index: number) {
  try {
    sessionStorage.setItem(key, JSON.stringify({ address: address(), label, index }))
  } catch {
    // Nothing is kept where the browser has no storage.
  }
}

/** The row at which the list was before the page was reloaded; only once. */
export function placeOfReload(label: string): number | undefined {
  const place = reloaded
  reloaded = undefined
  const isHere = place?.label === label && place.address === address()
  return isHere && Number.isInteger(place.index) ? place.index : undefined
}
