import { itemCount } from '@portal/domain/licenses/line-items'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useLocation, useNavigate } from '@tanstack/react-router'
import { CircleMinus, CirclePlus, FilePlus2, KeyRound, ListOrdered, PencilLine } from 'lucide-react'
import { Suspense, useCallback, useEffect, useRef, useState } from 'react'
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
import css from './LicensesScreen.module.css'
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

/** The names of the panels on buttons and in headings. */
const panelLabels: Record<OrderPanel, string> = {
  in_force: 'In Force',
  all_orders: 'All Orders',
  new_order: 'New Order',
  add_item: 'Add Item',
  change_item: 'Change Item',
  cancel_item: 'Cancel Item',
}
const icons = {
  in_force: KeyRound,
  all_orders: ListOrdered,
  new_order: FilePlus2,
  add_item: CirclePlus,
  change_item: PencilLine,
  cancel_item: CircleMinus,
}
const itemPanels = ['add_item', 'change_item', 'cancel_item'] as const

interface OrderTilesProps {
  current: OrderPanel
  /** Number of items in the current order. */
  items: number
  onChoose: (panel: OrderPanel) => void
}

/** The tiles of the panels. The item panels slide in when the second tile is hovered, focused or tapped. */
function OrderTiles({ current, items, onChoose }: OrderTilesProps) {
  const [isOver, setOver] = useState(false)
  const isItem = itemPanels.some((panel) => panel === current)
  // An empty order offers the same three itself.
  const isOpen = isOver || isItem || (current === 'new_order' && items > 0)
  const strip = useRef<HTMLElement>(null)
  // On phones the strip may be wider than the screen.
  useEffect(() => {
    const tab = strip.current?.querySelector<HTMLElement>(`[data-panel=${current}]`)
    if (tab) strip.current?.scrollTo({ left: tab.offsetLeft - strip.current.clientWidth / 3 })
  }, [current])
  const tile = (panel: OrderPanel, isInner = false) => {
    const Icon = icons[panel]
    return (
      <button
        type="button"
        className={css.tile}
        data-panel={panel}
        aria-current={panel === current ? 'page' : undefined}
        tabIndex={isInner && !isOpen ? -1 : undefined}
        aria-expanded={panel === 'new_order' ? isOpen : undefined}
        onClick={() => onChoose(panel)}
      >
        <Icon size={16} aria-hidden />
        {panelLabels[panel].toLowerCase()}
        {panel === 'new_order' && items > 0 && (
          <span className={css.count} aria-label={`${itemCount(items)} in your order`}>
            {items}
          </span>
        )}
      </button>
    )
  }
  return (
    <nav ref={strip} className={css.strip} data-edge aria-label="Orders">
      {tile('in_force')}
      {tile('all_orders')}
      <div
        className={css.group}
        role="presentation"
        data-open={isOpen || undefined}
        onMouseEnter={() => setOver(true)}
        onMouseLeave={() => setOver(false)}
        onFocus={() => setOver(true)}
        onBlur={({ currentTarget, relatedTarget }) =>
          setOver(currentTarget.contains(relatedTarget))
        }
      >
        {tile('new_order')}
        <div className={css.slide}>
          <div className={css.inner}>
            {itemPanels.map((panel) => (
              <span key={panel}>{tile(panel, true)}</span>
            ))}
          </div>
        </div>
      </div>
    </nav>
  )
}
