import { formatDay } from '@portal/domain/kernel/day'
import type { Product } from '@portal/domain/licenses/licenses.schema'
import { defaultDay, isSubscription } from '@portal/domain/licenses/line-items'
import { useQuery } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { useCallback, useMemo, useState } from 'react'
import { today } from '../kernel/today.ts'
import { usePortal } from '../session/useSession.ts'
import { Segments } from '../ui/Segments.tsx'
import { narrow, useMedia } from '../ui/useMedia.ts'
import type { HeldRow } from './held-rows.ts'
import { HeldItemsDialog } from './HeldItemsDialog.tsx'
import { HeldLicenses } from './HeldLicenses.tsx'
import { HeldTotals } from './HeldTotals.tsx'
import { HeldOfProduct } from './HeldOfProduct.tsx'
import { emptyEntry, takenIn } from './item-entry.ts'
import { ItemAddedDialog } from './ItemAddedDialog.tsx'
import css from './ItemForm.module.css'
import {
  licensesSearch,
  type ChangeHeld,
  type HeldSearch,
  type OrderPanel,
} from './licenses-search.ts'
import { heldCostsQuery } from './licenses.api.ts'
import { ProductGrid } from './ProductGrid.tsx'
import { asChosen, type ChosenHeld } from './several-licenses.ts'
import { useAddItems } from './useAddItems.ts'
import { useEnded } from './useEnded.ts'
import type { UseUnsentOrder } from './useUnsentOrder.ts'

interface HeldItemProps {
  kind: 'change' | 'cancel'
  unsent: UseUnsentOrder
  onPanel: (panel: OrderPanel) => void
}

const texts = {
  change: { title: 'Change Item', label: 'Change', products: 'All products' },
  cancel: { title: 'Cancel Item', label: 'Cancel', products: 'TRADING PRODUCTS' },
} as const

const everything = licensesSearch.parse({})
const changed = (now: HeldSearch, wanted: Parameters<ChangeHeld>[0]): HeldSearch =>
  licensesSearch.parse({ ...now, part: 1, ...wanted })

/** Changes or cancels licenses: chosen from what the company holds, or one described by its product and names. */
export function HeldItem({ kind, unsent, onPanel }: HeldItemProps) {
  const { title, label, products: productsLabel } = texts[kind]
  const { accountId } = usePortal().company
  const held = useQuery(heldCostsQuery(accountId, everything))
  const [search, setSearch] = useState<HeldSearch>(everything)
  const change: ChangeHeld = useCallback((wanted) => setSearch((now) => changed(now, wanted)), [])
  const { lineItems } = unsent
  const taken = useMemo(() => takenIn(lineItems), [lineItems])
  const [view, setView] = useState<'held' | 'products'>('held')
  const [chosen, choose] = useState<readonly ChosenHeld[]>()
  const [product, setProduct] = useState<Product>()
  const items = useAddItems(unsent)
  const { ended, onDeselected, onNotAdded } = useEnded()
  const isPhone = useMedia(narrow)
  const chooseRows = useCallback(
    (wanted: readonly HeldRow[]) => choose(wanted.flatMap(asChosen)),
    [],
  )
  const action = useMemo(
    () => ({ label, choose: (row: HeldRow) => chooseRows([row]) }),
    [label, chooseRows],
  )
  const holdsNone = held.data?.count === 0
  const views = !holdsNone && (
    <Segments
      label="Choose from"
      value={view}
      onChange={setView}
      items={[
        { value: 'held', label: 'Your licenses' },
        { value: 'products', label: productsLabel },
      ]}
    />
  )
  return (
    <>
      <h2 className="sr-only">{title}</h2>
      {product ? (
        <HeldOfProduct
          kind={kind}
          product={product}
          initial={emptyEntry(kind === 'change' ? formatDay(defaultDay(today())) : '')}
          taken={taken}
          action={action}
          unsent={unsent}
          onBack={() => setProduct(undefined)}
          onAdd={(item, sent) => items.add([item], sent, () => setProduct(undefined))}
          onAll={() => {
            change({ find: product.description })
            setView('held')
            setProduct(undefined)
          }}
        />
      ) : view === 'products' || holdsNone ? (
        <>
          <div className={css.byHand}>
            {views}
            <p>
              {holdsNone
                ? 'No licenses have been ordered yet. To enter one by hand, choose its product.'
                : 'Choose a product to see your licenses of it, or to enter one that is not listed.'}
            </p>
          </div>
          <ProductGrid
            action={label}
            {...(kind === 'cancel' && {
              heading: 'Trading Products',
              only: (one: Product) => !isSubscription(one),
            })}
            onChoose={setProduct}
          />
        </>
      ) : (
        <HeldLicenses
          search={search}
          onChange={change}
          unsent={unsent}
          ended={ended}
          onEnded={onDeselected}
          action={action}
          onSelected={[{ label, choose: chooseRows }]}
          views={views}
          // A phone has little room above the first license; the list in force has the sums.
          totals={!isPhone && <HeldTotals search={search} />}
          empty={{ icon: <KeyRound size={24} aria-hidden />, text: 'No Licenses Found.' }}
        />
      )}
      {chosen && (
        <HeldItemsDialog
          kind={kind}
          chosen={chosen}
          unsent={unsent}
          onClose={() => choose(undefined)}
          onEnded={onNotAdded}
          onAdd={(added, sent) =>
            items.add(added, sent, () => {
              choose(undefined)
              setProduct(undefined)
            })
          }
        />
      )}
      {items.added > 0 && (
        <ItemAddedDialog count={items.added} onMore={items.goOn} onPanel={onPanel} />
      )}
    </>
  )
}
