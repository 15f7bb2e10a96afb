import { formatDay } from '@portal/domain/kernel/day'
import { defaultDay } from '@portal/domain/licenses/line-items'
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

interface ChangeItemProps {
  local: UseLocalOrder
  onPanel: (panel: OrderPanel) => void
}

/** Changes the user, network or address of a license that the company has or describes. */
export function ChangeItem({ local, onPanel }: ChangeItemProps) {
  const [chosen, choose] = useState<ItemBegun>()
  const items = useAddItems(local)
  const taken = takenIn(local.order.data.lineItems)
  const back = () => choose(undefined)
  const day = defaultDay(today())
  return (
    <>
      <h2 className="sr-only">Change Item</h2>
      {chosen ? (
        <ItemForm
          kind="change"
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
            action="Change"
            onChoose={(held, product) => choose({ product, entry: entryOfHeld(held, day), held })}
          />
          <ProductGrid
            onChoose={(product) => choose({ product, entry: emptyEntry(formatDay(day)) })}
          />
        </>
      )}
      {items.added > 0 && (
        <ItemAddedDialog count={items.added} onMore={items.goOn} onPanel={onPanel} />
      )}
    </>
  )
}
