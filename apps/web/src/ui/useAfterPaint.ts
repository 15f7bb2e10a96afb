import { startTransition, useEffect, useState } from 'react'

/**
 * Returns the value of the last paint; a new value follows after the next paint. React's `useDeferredValue` may start
 * before the paint, which would delay the paint.
 */
export function useAfterPaint<Value extends object | string | undefined>(value: Value): Value {
  const [painted, setPainted] = useState(value)
  useEffect(() => {
    if (value === painted) return undefined
    return afterPaint(() => startTransition(() => setPainted(value)))
  }, [value, painted])
  return painted
}

/** Runs work after the next paint and `pause` milliseconds. Returns a function that cancels it. */
export function afterPaint(work: () => void, pause = 0): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  // The callbacks of a frame run before its paint; timers set in them run after it.
  const frame = requestAnimationFrame(() => {
    timer = setTimeout(work, pause)
  })
  return () => {
    cancelAnimationFrame(frame)
    clearTimeout(timer)
  }
}
