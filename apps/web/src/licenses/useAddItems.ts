import type { LineItem } from '@portal/domain/licenses/licenses.schema'
import { useState } from 'react'
import type { UseUnsentOrder } from './useUnsentOrder.ts'

/** Adds items to the order. `added` is the count of the last addition, until the user continues. */
export function useAddItems({ add }: UseUnsentOrder) {
  const [added, setAdded] = useState(0)
  return {
    added,
    goOn: () => setAdded(0),
    /** `then`: what to do once the order has them. */
    add: (items: readonly LineItem[], ...then: (() => void)[]) =>
      add(items, (count) => {
        for (const one of then) one()
        setAdded(count)
      }),
  }
}
