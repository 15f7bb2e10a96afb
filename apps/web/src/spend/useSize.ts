import { useLayoutEffect, useRef, useState } from 'react'

/** The width of an element, and by how much the browser's font size differs from the usual one. */
export function useSize<Element extends HTMLElement>(usual: number) {
  const ref = useRef<Element>(null)
  const [size, setSize] = useState({ width: usual, zoom: 1 })
  useLayoutEffect(() => {
    const element = ref.current!
    const measure = () => {
      const width = Math.floor(element.clientWidth)
      const zoom = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / 16
      // On paper the picture is scaled: its width there is not that of the window.
      if (width > 0 && !matchMedia('print').matches) setSize({ width, zoom })
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return [ref, size] as const
}
