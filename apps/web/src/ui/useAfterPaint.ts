import { startTransition, useEffect, useState } from 'react'
import { afterPaint } from './after-paint.ts'

/**
 * The value as it was when the page was last painted; the new one follows. React's own
 * `useDeferredValue` may begin before the paint, and what waits for it then waits for both.
 */
export function useAfterPaint<Value extends object | undefined>(value: Value): Value {
  const [painted, setPainted] = useState(value)
  useEffect(() => {
    if (value === painted) return undefined
    return afterPaint(() => startTransition(() => setPainted(value)))
  }, [value, painted])
  return painted
}
