import { isolated } from '@portal/domain/kernel/isolated'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useLocation, useNavigate } from '@tanstack/react-router'
import { Suspense, useCallback, useState } from 'react'
import { usePortal } from '../session/useSession.ts'
import { lazyLayer } from '../ui/lazy-layer.ts'
import { Loading } from '../ui/Loading.tsx'
import { Page } from '../ui/Page.tsx'
import { AllOrders } from './AllOrders.tsx'
import { productsQuery } from './licenses.api.ts'
import type { ChangeLicenses, OrderPanel } from './licenses-search.ts'
import { OrderTiles, panelLabels } from './OrderTiles.tsx'
import { useLocalOrder } from './useLocalOrder.ts'

const NewOrder = lazyLayer(() => import('./NewOrder.tsx'), 'NewOrder')
const AddItem = lazyLayer(() => import('./AddItem.tsx'), 'AddItem')
const ChangeItem = lazyLayer(() => import('./ChangeItem.tsx'), 'ChangeItem')
const CancelItem = lazyLayer(() => import('./CancelItem.tsx'), 'CancelItem')

const route = getRouteApi('/licenses')

/** The order area: one panel at a time, which switches in place. */
export function LicensesScreen() {
  const { company } = usePortal()
  const { draft, ...search } = route.useSearch()
  const navigate = useNavigate({ from: '/licenses' })
  const { orderPanel } = useLocation().state
  const [panel, setPanel] = useState(
    orderPanel ?? (draft === undefined ? 'all_orders' : 'new_order'),
  )
  const [seenDraft, setSeenDraft] = useState(draft)
  // An address that names a draft opens it, also for somebody who is here already.
  if (draft !== seenDraft) {
    setSeenDraft(draft)
    if (draft !== undefined) setPanel('new_order')
  }
  const local = useLocalOrder()
  // Asked for at once: every panel but the list needs them.
  useQuery(productsQuery(company.accountId))

  // Anything but turning the page or opening a row starts at the first page again.
  const change: ChangeLicenses = useCallback(
    (wanted) =>
      void navigate({
        to: '/licenses',
        search: (current) => ({
          ...current,
          ...(!('order' in wanted) && { page: undefined }),
          ...wanted,
        }),
        replace: !('page' in wanted) && !wanted.order && !wanted.draft,
        resetScroll: false,
      }),
    [navigate],
  )
  const show = (next: OrderPanel) => {
    if (draft !== undefined && next === 'all_orders') change({ draft: undefined })
    setPanel(next)
  }
  const showAll = useCallback(() => {
    change({ draft: undefined, order: undefined })
    setPanel('all_orders')
  }, [change])
  const edit = useCallback(
    (id: number) => {
      change({ draft: String(id), order: undefined })
      setPanel('new_order')
    },
    [change],
  )

  return (
    <Page
      title="Licenses"
      documentTitle={`${panelLabels[panel]} · Licenses`}
      subtitle={`What ${isolated(company.name)} orders and holds.`}
    >
      <OrderTiles current={panel} items={local.order.data.lineItems.length} onChoose={show} />
      <Suspense fallback={<Loading />}>
        {panel === 'all_orders' && (
          <AllOrders
            search={search}
            local={local}
            onChange={change}
            onPanel={setPanel}
            onEdit={edit}
          />
        )}
        {panel === 'new_order' && (
          <NewOrder
            draft={draft}
            local={local}
            onPanel={setPanel}
            onLeaveDraft={() => change({ draft: undefined })}
            onDone={showAll}
          />
        )}
        {panel === 'add_item' && <AddItem local={local} onPanel={setPanel} />}
        {panel === 'change_item' && <ChangeItem local={local} onPanel={setPanel} />}
        {panel === 'cancel_item' && <CancelItem local={local} onPanel={setPanel} />}
      </Suspense>
    </Page>
  )
}
