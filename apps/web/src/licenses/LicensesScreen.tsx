import { itemCount } from '@portal/domain/licenses/line-items'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Suspense, useCallback } from 'react'
import { usePortal } from '../session/useSession.ts'
import { Button } from '../ui/Button.tsx'
import { lazyLayer } from '../ui/lazy-screen.ts'
import { Page } from '../ui/Page.tsx'
import { Loading } from '../ui/Skeleton.tsx'
import { useBeside } from '../ui/useBeside.ts'
import { narrow, useMedia } from '../ui/useMedia.ts'
import { AllOrders } from './AllOrders.tsx'
import { InForce } from './InForce.tsx'
import { HeldExport } from './HeldExport.tsx'
import { itemPanels, panelOf } from './licenses-search.ts'
import { productsQuery } from './licenses.api.ts'
import { OrderTiles, panelLabels } from './OrderTiles.tsx'
import { useLicensesAddress } from './useLicensesAddress.ts'
import { useUnsentOrder } from './useUnsentOrder.ts'

const NewOrder = lazyLayer(() => import('./NewOrder.tsx'), 'NewOrder')
const OrderBeside = lazyLayer(() => import('./OrderBeside.tsx'), 'OrderBeside')
const AddItem = lazyLayer(() => import('./AddItem.tsx'), 'AddItem')
const HeldItem = lazyLayer(() => import('./HeldItem.tsx'), 'HeldItem')

const route = getRouteApi('/licenses')
/** The order area: one panel at a time, as the address says. */
export function LicensesScreen() {
  const { company } = usePortal()
  const search = route.useSearch()
  const panel = panelOf(search)
  const unsent = useUnsentOrder()
  const isPhone = useMedia(narrow)
  const isAdding = itemPanels.some((step) => step === panel)
  const items = unsent.lineItems.length
  // Beside a selection an empty order would say that nothing is chosen: the list has the whole width.
  const hasOrder = isAdding && (items > 0 || unsent.content.draft?.id !== undefined)
  const { isBeside, hasRoom, release } = useBeside(hasOrder)
  const { change, toPanel, close } = useLicensesAddress()
  // Fetched immediately: every panel except the list needs them.
  useQuery(productsQuery(company.accountId))
  const edit = useCallback((id: number) => toPanel('new_order', { draft: String(id) }), [toPanel])

  return (
    <Page
      title="Licenses"
      documentTitle={`${panelLabels[panel]} · Licenses`}
      actions={!isPhone && panel === 'in_force' && <HeldExport search={search} />}
      primary={
        isAdding &&
        !isBeside &&
        items > 0 && (
          <Button tone="primary" onClick={() => toPanel('new_order')}>
            Review Order · {itemCount(items)}
          </Button>
        )
      }
    >
      <OrderTiles
        current={panel}
        items={items}
        onChoose={(chosen) => chosen !== panel && toPanel(chosen)}
      />
      <Suspense fallback={<Loading />}>
        {panel === 'in_force' && (
          <InForce
            search={search}
            onChange={change}
            unsent={unsent}
            onPanel={toPanel}
            onClose={close}
            onOrder={(id) => toPanel('orders', { order: String(id) })}
          />
        )}
        {panel === 'orders' && (
          <AllOrders
            search={search}
            unsent={unsent}
            onChange={change}
            onPanel={toPanel}
            onClose={close}
            onEdit={edit}
          />
        )}
        {panel === 'new_order' && (
          <NewOrder
            draft={search.draft}
            unsent={unsent}
            onPanel={toPanel}
            onLeaveDraft={() => change({ draft: '' })}
            onDone={() => toPanel('orders', {}, 'replace')}
          />
        )}
        {panel === 'add_item' && <AddItem unsent={unsent} onPanel={toPanel} />}
        {panel === 'change_item' && (
          <HeldItem key={panel} kind="change" unsent={unsent} onPanel={toPanel} />
        )}
        {panel === 'cancel_item' && (
          <HeldItem key={panel} kind="cancel" unsent={unsent} onPanel={toPanel} />
        )}
        {isBeside && hasOrder && (
          <OrderBeside
            unsent={unsent}
            onDone={() => toPanel('orders')}
            {...(!hasRoom && { onClose: release })}
          />
        )}
      </Suspense>
    </Page>
  )
}
