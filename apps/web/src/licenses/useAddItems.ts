import type { LineItem } from '@portal/domain/licenses/licenses.schema'
import { useState } from 'react'
import type { UseLocalOrder } from './useLocalOrder.ts'

/** Adds items to the order. `added` is the count of the last addition, until the user continues. */
export function useAddItems(local: UseLocalOrder) {
  const [added, setAdded] = useState(0)
  return {
    added,
    goOn: () => setAdded(0),
    /** Returns false if none was added. */
    add: (items: readonly LineItem[]): boolean => {
      const count = local.add(items)
      if (count === 0) return false
      setAdded(count)
      return true
    },
  }
}
