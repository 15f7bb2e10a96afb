import { useLayoutEffect, useState, type RefObject } from 'react'
import { shapeAt, type List, type ListShape } from './list-columns.ts'

/** Returns the layout for the current width of the list. Passes the width of the rows' scroll bar to the header. */
export function useListShape<Row, Actions>(
  list: List<Row, Actions>,
  rows: RefObject<HTMLElement | null>,
): ListShape {
  // Correct for most windows, so that the first render usually is.
  const [shape, setShape] = useState(() => shapeAt(list, inRem(window.innerWidth)))
  useLayoutEffect(() => {
    const element = rows.current!
    const measure = () => {
      setShape(shapeAt(list, inRem(element.clientWidth)))
      const scrollBar = element.offsetWidth - element.clientWidth
      element.parentElement!.style.setProperty('--scroll-bar', `${scrollBar}px`)
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [list, rows])
  return shape
}

const inRem = (px: number) =>
  px / Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
