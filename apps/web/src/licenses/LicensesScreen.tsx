import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useLocation, useNavigate } from '@tanstack/react-router'
import { Suspense, useCallback, useState } from 'react'
import { usePortal } from '../session/useSession.ts'
import { lazyLayer } from '../ui/lazy-screen.ts'
import { Page } from '../ui/Page.tsx'
import { Loading } from '../ui/Skeleton.tsx'
import { narrow, useMedia } from '../ui/useMedia.ts'
import { AllOrders } from './AllOrders.tsx'
import { InForce } from './InForce.tsx'
import { HeldExport } from './HeldExport.tsx'
import { startPanel, type ChangeLicenses, type OrderPanel } from './licenses-search.ts'
import { productsQuery } from './licenses.api.ts'
import { OrderTiles, panelLabels } from './OrderTiles.tsx'
import { useLocalOrder } from './useLocalOrder.ts'

const NewOrder = lazyLayer(() => import('./NewOrder.tsx'), 'NewOrder')
const AddItem = lazyLayer(() => import('./AddItem.tsx'), 'AddItem')
const HeldItem = lazyLayer(() => import('./HeldItem.tsx'), 'HeldItem')

const route = getRouteApi('/licenses')
/** What is shown beside a list. */
const layers = ['order', 'license', 'compare'] as const

/** The order area: one panel at a time, switched without a new address. */
export function LicensesScreen() {
  const { company } = usePortal()
  const asked = route.useSearch()
  const { draft, ...search } = asked
  const start = startPanel(asked)
  const navigate = useNavigate({ from: '/licenses' })
  const { orderPanel } = useLocation().state
  const [panel, setPanel] = useState(orderPanel ?? start)
  const [seenDraft, setSeenDraft] = useState(draft)
  // An address that names a draft opens it, even if the screen is already open.
  if (draft !== seenDraft) {
    setSeenDraft(draft)
    if (draft !== undefined) setPanel('new_order')
  }
  const [seenShow, setSeenShow] = useState(search.show)
  // The same for an address that chooses between the orders and what is in force.
  if (search.show !== seenShow) {
    setSeenShow(search.show)
    setPanel(start)
  }
  const local = useLocalOrder()
  const isPhone = useMedia(narrow)
  // Fetched immediately: every panel except the list needs them.
  useQuery(productsQuery(company.accountId))

  // Every change except turning the page or opening a panel beside the list returns to the first page.
  const change: ChangeLicenses = useCallback(
    (wanted) => {
      const isLayer = layers.some((name) => wanted[name] !== undefined)
      void navigate({
        to: '/licenses',
        search: (current) => ({
          ...current,
          ...(!layers.some((name) => name in wanted) && { page: undefined, part: undefined }),
          ...wanted,
        }),
        replace: !(isLayer || 'page' in wanted || 'part' in wanted || wanted.draft),
        state: { isLayer },
        resetScroll: false,
      })
    },
    [navigate],
  )
  const show = (next: OrderPanel) => {
    if (draft !== undefined && (next === 'all_orders' || next === 'in_force'))
      change({ draft: undefined })
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
      actions={!isPhone && panel === 'in_force' && <HeldExport search={search} />}
    >
      <OrderTiles current={panel} items={local.order.data.lineItems.length} onChoose={show} />
      <Suspense fallback={<Loading />}>
        {panel === 'in_force' && (
          <InForce
            search={search}
            onChange={change}
            open={search.license}
            comparing={search.compare !== undefined}
            local={local}
            onOpen={(license) => change({ license })}
            onPanel={setPanel}
            onCompare={(on) => change({ compare: on ? 'open' : undefined })}
            onOrder={(id) => {
              change({ license: undefined, compare: undefined, order: String(id) })
              setPanel('all_orders')
            }}
          />
        )}
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
        {panel === 'change_item' && (
          <HeldItem key={panel} kind="change" local={local} onPanel={setPanel} />
        )}
        {panel === 'cancel_item' && (
          <HeldItem key={panel} kind="cancel" local={local} onPanel={setPanel} />
        )}
      </Suspense>
    </Page>
  )
}
