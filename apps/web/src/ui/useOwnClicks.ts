import { useLayoutEffect, useRef, type MouseEvent } from 'react'

/**
 * The second click of a double click does not act on the layer that the first one opened. A layer takes clicks from the
 * first one that is the first of its own series; clicks of the keyboard have no series.
 */
export function useOwnClicks(open: boolean) {
  const hasOwn = useRef(false)
  useLayoutEffect(() => {
    hasOwn.current = !open
  }, [open])
  /** True for the rest of a series of clicks that began before the layer was open. */
  const isRest = (event: Event): boolean => {
    const { detail } = event as UIEvent
    if (detail === 1) hasOwn.current = true
    return detail > 1 && !hasOwn.current
  }
  const stopRest = (event: MouseEvent) => {
    if (!isRest(event.nativeEvent)) return
    event.preventDefault()
    event.stopPropagation()
  }
  return { isRest, onPopup: { onMouseDownCapture: stopRest, onClickCapture: stopRest } }
}
