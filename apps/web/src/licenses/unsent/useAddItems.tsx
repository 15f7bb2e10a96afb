import type { LineItem } from '@portal/domain/licenses/licenses.schema'
import { useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/layers/Dialog.tsx'
import { useLicensesAddress } from '../useLicensesAddress.ts'
import { useUnsentOrder } from './useUnsentOrder.tsx'

/** Adds items to the order and confirms it. */
export function useAddItems() {
  const unsent = useUnsentOrder()
  const { toPanel } = useLicensesAddress()
  const [added, setAdded] = useState(0)
  const close = () => setAdded(0)
  return {
    /** `then` runs when the order contains the items. */
    add: (items: readonly LineItem[], ...then: (() => void)[]) =>
      unsent.add(items, (count) => {
        for (const one of then) one()
        setAdded(count)
      }),
    dialog: added > 0 && (
      <Dialog
        open
        onClose={close}
        title={added === 1 ? 'Item added to order.' : 'Items added to order.'}
        description={
          added === 1
            ? '1 item has been added to your order.'
            : `${added} items have been added to your order.`
        }
        cancel="Add More"
        actions={
          <Button tone="primary" onClick={() => toPanel('new_order')}>
            Review Order
          </Button>
        }
      />
    ),
  }
}
