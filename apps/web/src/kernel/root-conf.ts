import { useSyncExternalStore } from 'react'

/** View state of this browser, nothing that could tell somebody else about a person or a company. */
export interface RootConf {
  theme?: 'light' | 'dark'
  /** False turns the one-key shortcuts off. */
  singleKeys?: boolean
  /** The finished pay-all the person has put away. */
  seenBatch?: string
  /** Whose view state this is; another person's is dropped. */
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
    // Storage may be switched off; the choice then lasts as long as the page.
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
