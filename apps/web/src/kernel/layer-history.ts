/** The entries of a browser's history, one of which is current. `go` leads to `arrive` later. */
export interface Entries {
  readonly state: unknown
  readonly url: string
  readonly length: number
  push: (state: unknown, url: string) => void
  replace: (state: unknown, url: string) => void
  go: (delta: number) => void
}

interface Layer {
  /** Runs when the user goes back. */
  close: () => void
  /** While true the layer cannot be closed: a response is pending. */
  isBusy: () => boolean
}

interface Content {
  state: unknown
  url: string
}

type Waiting = (Content & { page?: string; delta?: never }) | { delta: number; page?: never }

/** Kept in the state of each entry. */
interface Mark {
  /** A page, or a state of a page that the router gave an entry. */
  page: string
  /** The number of layers that are open at this entry. */
  depth: number
}

/**
 * Gives each open dialog, panel and menu an entry of the browser's history above the entry of its page, so that Back
 * closes it. The router knows only the entries of pages: it acts through `push`, `replace` and `go`, and is notified
 * only of arrivals at another page. Before the router adds or leaves a page, the history goes back below the entries of
 * its layers, so that no such entry remains below another page.
 */
export function layerHistory(entries: Entries, newPage: () => string) {
  const found = markOf(entries.state)
  // A tab may be restored without the entries before.
  let mark = found && found.depth < entries.length ? found : { page: newPage(), depth: 0 }
  /** The content that the router wrote last; the entry below the layers may have older content. */
  let content: Content = { state: entries.state, url: entries.url }
  /** The target depth of a step back that is in progress; until it arrives, nothing else happens. */
  let target: number | undefined
  let layers: (Layer & { page: string })[] = []
  /** The router's pending action, which runs when all layer entries are left. */
  const waiting: Waiting[] = []

  /** The page that the router shows; its `push` may still be waiting. */
  const shownPage = () => waiting.findLast(({ page }) => page)?.page ?? mark.page
  const openHere = () => layers.filter((layer) => layer.page === mark.page)
  const marked = () => ({ ...(content.state as object | null), layer: mark })

  /** Adds or leaves entries until they match the open layers. */
  function settle(): void {
    if (target !== undefined) return
    const next = waiting[0]
    const wanted = next ? 0 : openHere().length
    if (mark.depth > wanted) {
      target = wanted
      entries.go(wanted - mark.depth)
    } else if (next) {
      waiting.shift()
      // Continues on arrival.
      if (next.delta !== undefined) return entries.go(next.delta)
      content = next
      if (next.page) mark = { page: next.page, depth: 0 }
      entries[next.page ? 'push' : 'replace'](marked(), content.url)
      settle()
    } else if (mark.depth < wanted) {
      mark = { ...mark, depth: mark.depth + 1 }
      entries.push(marked(), content.url)
      settle()
    }
  }

  entries.replace(marked(), content.url)
  queueMicrotask(settle)

  return {
    push(state: unknown, url: string) {
      waiting.push({ page: newPage(), state, url })
      settle()
    },
    go(delta: number) {
      waiting.push({ delta })
      settle()
    },
    /** Layers stay open: the filters in a sheet, for instance, change the address of the page below. */
    replace(state: unknown, url: string) {
      if (waiting.some(({ page }) => page)) {
        waiting.push({ state, url })
        return
      }
      content = { state, url }
      entries.replace(marked(), url)
    },
    /** Called when the browser has moved to another entry. Returns true if the router must be notified. */
    arrive(): boolean {
      const from = mark
      const expected = target
      target = undefined
      const reached = markOf(entries.state)
      mark = reached ?? { page: newPage(), depth: 0 }
      if (mark.page !== from.page) {
        content = { state: entries.state, url: entries.url }
        if (!reached) entries.replace(marked(), content.url)
        queueMicrotask(settle)
        // The router already shows a page that waits for this arrival.
        return !waiting.some(({ page }) => page)
      }
      entries.replace(marked(), content.url)
      if (mark.depth !== expected)
        for (const layer of openHere().slice(mark.depth, from.depth).toReversed()) {
          if (layer.isBusy()) break
          layers = layers.filter((other) => other !== layer)
          layer.close()
        }
      settle()
      return false
    },
    /** Registers an open layer, until the returned function is called. */
    open(opened: Layer): () => void {
      const layer = { ...opened, page: shownPage() }
      layers.push(layer)
      // A layer that opens while another closes takes over its entry.
      queueMicrotask(settle)
      return () => {
        layers = layers.filter((other) => other !== layer)
        queueMicrotask(settle)
      }
    },
  }
}

export type LayerHistory = ReturnType<typeof layerHistory>

function markOf(state: unknown): Mark | undefined {
  return (state as { layer?: Mark } | null)?.layer
}
