import { useLayoutEffect, useState, type RefObject } from 'react'

/** Whether an element is that many px wide. `isUsual`: the value until the element is measured. */
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
