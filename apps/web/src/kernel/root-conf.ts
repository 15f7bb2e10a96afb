import { useSyncExternalStore } from 'react'

/** View state of this browser: nothing that reveals data about a person or a company. */
export interface RootConf {
  theme?: 'light' | 'dark'
  /** False turns off single-key shortcuts. */
  singleKeys?: boolean
  /** The finished batch that the user has dismissed. */
  seenBatch?: string
  /** The list of invoices was last opened in a company in which the user has a default view. */
  hasDefaultView?: boolean
  /** The user whose view state this is; another user's is dropped. */
  owner?: string
}

const key = 'rootConf'
const listeners = new Set<() => void>()
let current = load()

function load(): RootConf {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? '{}')
    return typeof stored === 'object' && stored !== null ? stored : {}
  } catch {
    return {}
  }
}

export function rootConf(): RootConf {
  return current
}

export function updateRootConf(change: Partial<Record<keyof RootConf, unknown>>) {
  replaceRootConf({ ...current, ...change } as RootConf)
}

export function replaceRootConf(next: RootConf) {
  current = next
  try {
    if (Object.keys(next).length) localStorage.setItem(key, JSON.stringify(next))
    else localStorage.removeItem(key)
  } catch {
    // Storage may be disabled; the choice then lasts until the page is closed.
  }
  for (const listener of listeners) listener()
}

export function useRootConf(): RootConf {
  return useSyncExternalStore(subscribe, rootConf)
}

export function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
