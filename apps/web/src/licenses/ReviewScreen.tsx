import { useNavigate } from '@tanstack/react-router'
import { Page } from '../ui/Page.tsx'
import { BackLink } from '../ui/PathLink.tsx'
import type { OrderPanel } from './licenses-search.ts'
import { EmptyOrder } from './NewOrder.tsx'
import { OrderReview } from './OrderReview.tsx'
import { useLocalOrder } from './useLocalOrder.ts'

/** The review of the current order on a page of its own. */
export function ReviewScreen() {
  const local = useLocalOrder()
  const navigate = useNavigate()
  const { data, id } = local.order
  const toOrders = () => void navigate({ to: '/licenses' })
  const toPanel = (orderPanel: OrderPanel) =>
    void navigate({ to: '/licenses', state: { orderPanel } })
  return (
    <Page title="Order review" above={<BackLink path="/licenses">Licenses</BackLink>}>
      {data.lineItems.length > 0 || id !== undefined ? (
        <OrderReview local={local} onPanel={toPanel} onDone={toOrders} />
      ) : (
        <EmptyOrder onPanel={toPanel} />
      )}
    </Page>
  )
}
