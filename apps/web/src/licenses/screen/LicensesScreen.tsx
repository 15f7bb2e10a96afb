import { itemCount } from '@portal/domain/licenses/line-items'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { Suspense, useEffect } from 'react'
import { usePortal } from '../../session/useSession.ts'
import { Button } from '../../ui/Button.tsx'
import { lazyLayer } from '../../ui/lazy-screen.ts'
import { Page } from '../../ui/page/Page.tsx'
import { Loading } from '../../ui/Skeleton.tsx'
import { useBeside } from '../../ui/layers/useBeside.ts'
import { narrow, useMedia } from '../../ui/useMedia.ts'
import { AllOrders } from '../orders/AllOrders.tsx'
import { InForce } from '../held/InForce.tsx'
import { HeldExport } from '../held/HeldTotals.tsx'
import { putListBelow } from '../licenses-address.ts'
import { itemPanels, panelLabels, panelOf } from '../licenses-search.ts'
import { productsQuery } from '../licenses.api.ts'
import { OrderTiles } from './OrderTiles.tsx'
import { useLicensesAddress } from '../useLicensesAddress.ts'
import { useUnsentOrder, WithUnsentOrder } from '../unsent/useUnsentOrder.tsx'

const NewOrder = lazyLayer(() => import('../review/NewOrder.tsx'), 'NewOrder')
const OrderBeside = lazyLayer(() => import('../review/OrderBeside.tsx'), 'OrderBeside')
const AddItem = lazyLayer(() => import('../items/AddItem.tsx'), 'AddItem')
const HeldItem = lazyLayer(() => import('../held/HeldItem.tsx'), 'HeldItem')

export const LicensesScreen = () => (
  <WithUnsentOrder>
    <Licenses />
  </WithUnsentOrder>
)

/** The order area: one panel at a time, which the address names. */
function Licenses() {
  const { history } = useRouter()
  const { search, toPanel } = useLicensesAddress()
  const panel = panelOf(search)
  const { content, lineItems } = useUnsentOrder()
  const isPhone = useMedia(narrow)
  const isAdding = itemPanels.some((step) => step === panel)
  const items = lineItems.length
  // An empty order beside a selection would be misleading, so the list has the whole width.
  const hasOrder = isAdding && (items > 0 || content.draft?.id !== undefined)
  const { isBeside, hasRoom, release } = useBeside(hasOrder)
  // Fetched immediately: every panel except the list needs them.
  useQuery(productsQuery(usePortal().company.accountId))
  // After each navigation; does nothing if the list is already below.
  useEffect(() => putListBelow(history))

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
      <OrderTiles />
      <Suspense fallback={<Loading />}>
        {panel === 'in_force' && <InForce />}
        {panel === 'orders' && <AllOrders />}
        {panel === 'new_order' && <NewOrder />}
        {panel === 'add_item' && <AddItem />}
        {panel === 'change_item' && <HeldItem key={panel} kind="change" />}
        {panel === 'cancel_item' && <HeldItem key={panel} kind="cancel" />}
        {isBeside && hasOrder && <OrderBeside {...(!hasRoom && { onClose: release })} />}
      </Suspense>
    </Page>
  )
}
