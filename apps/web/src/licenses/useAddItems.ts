import type { LineItem } from '@portal/domain/licenses/licenses.schema'
import { useState } from 'react'
import { toast } from '../ui/toasts.ts'
import type { UseLocalOrder } from './useLocalOrder.ts'

/** Adds items to the order. `added` is the count of the last addition, until the user continues. */
export function useAddItems(local: UseLocalOrder) {
  const [added, setAdded] = useState(0)
  return {
    added,
    goOn: () => setAdded(0),
    /** Returns false if the order has no room for them. */
    add: (items: readonly LineItem[], notes: readonly string[] = []): boolean => {
      if (!local.add(items, notes)) return false
      toast.done('Item added to order.')
      setAdded(items.length)
      return true
    },
  }
}
