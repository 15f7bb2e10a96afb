type Place = 'localStorage' | 'sessionStorage'

/** Returns an object that the browser keeps; empty if there is none, or storage is disabled. */
export function readStored<T extends object>(place: Place, key: string): Partial<T> {
  try {
    const stored: unknown = JSON.parse(globalThis[place].getItem(key) ?? '{}')
    return typeof stored === 'object' && stored !== null ? stored : {}
  } catch {
    return {}
  }
}

/** Keeps an object; an empty one leaves no trace. */
export function writeStored(place: Place, key: string, value: object): void {
  try {
    if (Object.keys(value).length) globalThis[place].setItem(key, JSON.stringify(value))
    else globalThis[place].removeItem(key)
  } catch {
    // Storage may be full or disabled; the caller's copy then lasts until the page is closed.
  }
}
