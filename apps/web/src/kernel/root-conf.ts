import { useSyncExternalStore } from 'react'
import { readStored, writeStored } from './stored-object.ts'

/** View state stored in this browser: no data about a person or a company. */
export interface RootConf {
  theme?: 'light' | 'dark'
  /** False turns off single-key shortcuts. */
  singleKeys?: boolean
  /** The finished batch that the user has dismissed. */
  seenBatch?: string
  /** Whether the user has a default view in the company whose invoices were opened last. */
  hasDefaultView?: boolean
  /** The user whose view state this is; another user's is dropped. */
  owner?: string
}

const key = 'rootConf'
const listeners = new Set<() => void>()
let current: RootConf = readStored<RootConf>('localStorage', key)

export function rootConf(): RootConf {
  return current
}

export function updateRootConf(change: Partial<Record<keyof RootConf, unknown>>) {
  replaceRootConf({ ...current, ...change } as RootConf)
}

export function replaceRootConf(next: RootConf) {
  current = next
  writeStored('localStorage', key, next)
  for (const listener of listeners) listener()
}

export function useRootConf(): RootConf {
  return useSyncExternalStore(subscribe, rootConf)
}

export function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
