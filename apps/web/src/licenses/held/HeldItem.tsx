import { formatDay } from '@portal/domain/kernel/day'
import type { Product } from '@portal/domain/licenses/licenses.schema'
import { defaultDay, isSubscription } from '@portal/domain/licenses/line-items'
import { useQuery } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { useCallback, useMemo, useState } from 'react'
import { today } from '../../kernel/today.ts'
import { usePortal } from '../../session/useSession.ts'
import { Muted, Row } from '../../ui/parts.tsx'
import { Segments } from '../../ui/fields/Segments.tsx'
import { narrow, useMedia } from '../../ui/useMedia.ts'
import type { HeldRow } from './held-rows.ts'
import { HeldLicenses } from './HeldLicenses.tsx'
import { HeldOfProduct } from './HeldOfProduct.tsx'
import { HeldTotals } from './HeldTotals.tsx'
import { emptyEntry } from '../item-entry.ts'
import css from '../items/ItemForm.module.css'
import { licensesSearch, type ChangeHeld, type HeldSearch } from '../licenses-search.ts'
import { heldCostsQuery } from '../licenses.api.ts'
import { ProductGrid } from '../items/ProductGrid.tsx'
import { useChoice } from './useChoice.tsx'

const texts = {
  change: { title: 'Change Item', label: 'Change', products: 'All products' },
  cancel: { title: 'Cancel Item', label: 'Cancel', products: 'TRADING PRODUCTS' },
} as const

const everything: HeldSearch = licensesSearch.parse({})

/** Changes or cancels licenses: chosen from the company's licenses, or one described by its product and names. */
export function HeldItem({ kind }: { kind: 'change' | 'cancel' }) {
  const { title, label, products: productsLabel } = texts[kind]
  const held = useQuery(heldCostsQuery(usePortal().company.accountId, everything))
  const [search, setSearch] = useState(everything)
  const change: ChangeHeld = useCallback(
    (wanted) => setSearch((now) => licensesSearch.parse({ ...now, part: 1, ...wanted })),
    [],
  )
  const [view, setView] = useState<'held' | 'products'>('held')
  const [product, setProduct] = useState<Product>()
  const back = () => setProduct(undefined)
  const { choose, add, ended, onEnded, dialogs } = useChoice(back)
  const isPhone = useMedia(narrow)
  const action = useMemo(
    () => ({ label, choose: (row: HeldRow) => choose(kind, [row]) }),
    [label, kind, choose],
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
          action={action}
          onBack={back}
          onAdd={(item, sent) => add([item], sent, back)}
          onAll={() => {
            change({ find: product.description })
            setView('held')
            back()
          }}
        />
      ) : view === 'products' || holdsNone ? (
        <>
          <Row wrap className={css.byHand}>
            {views}
            <Muted as="p">
              {holdsNone
                ? 'No licenses have been ordered yet. To enter one by hand, choose its product.'
                : 'Choose a product to see your licenses of it, or to enter one that is not listed.'}
            </Muted>
          </Row>
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
          ended={ended}
          onEnded={onEnded}
          action={action}
          onSelected={{ [label]: (rows: readonly HeldRow[]) => choose(kind, rows) }}
          views={views}
          // A phone has little room above the first license; the list in force has the sums.
          totals={!isPhone && <HeldTotals search={search} />}
          empty={{ icon: <KeyRound size={24} aria-hidden />, text: 'No Licenses Found.' }}
        />
      )}
      {dialogs}
    </>
  )
}
