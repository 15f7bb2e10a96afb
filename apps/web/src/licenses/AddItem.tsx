import { formatDay } from '@portal/domain/kernel/day'
import type { Product } from '@portal/domain/licenses/licenses.schema'
import { defaultDay, isSubscription } from '@portal/domain/licenses/line-items'
import { useState } from 'react'
import { today } from '../kernel/today.ts'
import { emptyEntry } from './item-entry.ts'
import { ItemAddedDialog } from './ItemAddedDialog.tsx'
import { ItemForm } from './ItemForm.tsx'
import type { OrderPanel } from './licenses-search.ts'
import { ProductGrid } from './ProductGrid.tsx'
import { SubscriptionDialog } from './SubscriptionDialog.tsx'
import { useAddItems } from './useAddItems.ts'
import type { UseLocalOrder } from './useLocalOrder.ts'

interface AddItemProps {
  local: UseLocalOrder
  onPanel: (panel: OrderPanel) => void
}

/** Adds licenses: a product first, then for whom; subscription services ask for the companies they cover. */
export function AddItem({ local, onPanel }: AddItemProps) {
  const [product, setProduct] = useState<Product>()
  const items = useAddItems(local)
  const back = () => setProduct(undefined)
  const isForm = product !== undefined && !isSubscription(product)
  return (
    <>
      <h2 className="sr-only">Add Item</h2>
      {isForm ? (
        <ItemForm
          kind="add"
          product={product}
          initial={emptyEntry(formatDay(defaultDay(today())))}
          onBack={back}
          onAdd={(item) => items.add([item]) && back()}
        />
      ) : (
        <ProductGrid onChoose={setProduct} />
      )}
      {product && !isForm && (
        <SubscriptionDialog
          product={product}
          onClose={back}
          onAdd={(lineItems, notes) => items.add(lineItems, notes) && back()}
        />
      )}
      {items.added > 0 && (
        <ItemAddedDialog count={items.added} onMore={items.goOn} onPanel={onPanel} />
      )}
    </>
  )
}
