import { useLayoutEffect, useState, type RefObject } from 'react'

/** Whether an element has that many px of width, whatever stands beside it. `isUsual`: before it is measured. */
export function useIsWide(
  element: RefObject<HTMLElement | null>,
  px: number,
  isUsual: boolean,
): boolean {
  const [isWide, setWide] = useState(isUsual)
  useLayoutEffect(() => {
    const measured = element.current!
    const measure = () => setWide(measured.clientWidth >= px)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(measured)
    return () => observer.disconnect()
  }, [element, px])
  return isWide
}
