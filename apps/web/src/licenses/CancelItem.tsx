import { defaultDay, isSubscription } from '@portal/domain/licenses/line-items'
import { useState } from 'react'
import { today } from '../kernel/today.ts'
import { HeldLicenses } from './HeldLicenses.tsx'
import { emptyEntry, entryOfHeld, takenIn, type ItemBegun } from './item-entry.ts'
import { ItemAddedDialog } from './ItemAddedDialog.tsx'
import { ItemForm } from './ItemForm.tsx'
import type { OrderPanel } from './licenses-search.ts'
import { ProductGrid } from './ProductGrid.tsx'
import { useAddItems } from './useAddItems.ts'
import type { UseLocalOrder } from './useLocalOrder.ts'

interface CancelItemProps {
  local: UseLocalOrder
  onPanel: (panel: OrderPanel) => void
}

/** Cancels a license: one that the company has, or one described by its product. */
export function CancelItem({ local, onPanel }: CancelItemProps) {
  const [chosen, choose] = useState<ItemBegun>()
  const items = useAddItems(local)
  const taken = takenIn(local.order.data.lineItems)
  const back = () => choose(undefined)
  return (
    <>
      <h2 className="sr-only">Cancel Item</h2>
      {chosen ? (
        <ItemForm
          kind="cancel"
          product={chosen.product}
          initial={chosen.entry}
          chosen={chosen.held}
          taken={taken}
          onBack={back}
          onAdd={(item) => items.add([item]) && back()}
        />
      ) : (
        <>
          <HeldLicenses
            taken={taken}
            action="Cancel"
            onChoose={(held, product) =>
              choose({ product, entry: entryOfHeld(held, defaultDay(today())), held })
            }
          />
          <ProductGrid
            heading="Trading Products"
            only={(product) => !isSubscription(product)}
            onChoose={(product) => choose({ product, entry: emptyEntry() })}
          />
        </>
      )}
      {items.added > 0 && (
        <ItemAddedDialog count={items.added} onMore={items.goOn} onPanel={onPanel} />
      )}
    </>
  )
}
