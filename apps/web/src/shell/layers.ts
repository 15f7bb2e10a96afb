import { useSyncExternalStore } from 'react'
import { holdKeys } from '../ui/held-keys.ts'

/** The shell's dialogs, which any page can open. */
export type ShellLayer = 'palette' | 'shortcuts'

const listeners = new Set<() => void>()
let open: ShellLayer | undefined

export function openLayer(layer: ShellLayer | undefined) {
  open = layer
  if (layer) holdKeys(document.activeElement)
  for (const listener of listeners) listener()
}

export function useOpenLayer(): ShellLayer | undefined {
  return useSyncExternalStore(subscribe, () => open)
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
