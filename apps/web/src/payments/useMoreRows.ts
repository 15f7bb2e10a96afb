import { useState } from 'react'

/** How many rows are added at a time: a company may have thousands, a person reads a few. */
export const rowsAtOnce = 20

/** The first rows of a list, and more of them on demand. */
export function useMoreRows<Row>(rows: readonly Row[]) {
  const [count, setCount] = useState(rowsAtOnce)
  return {
    shown: rows.slice(0, count),
    left: Math.max(0, rows.length - count),
    showMore: () => setCount(count + rowsAtOnce),
  }
}
