import { useNavigate } from '@tanstack/react-router'
import { Page } from '../ui/Page.tsx'
import { BackLink } from '../ui/PathLink.tsx'
import { atPanel, licensesSearch, type OrderPanel } from './licenses-search.ts'
import { EmptyOrder } from './NewOrder.tsx'
import { OrderReview } from './OrderReview.tsx'
import { useLocalOrder } from './useLocalOrder.ts'

/** The review of the current order on a page of its own. */
export function ReviewScreen() {
  const local = useLocalOrder()
  const navigate = useNavigate()
  const { data, id } = local.order
  const toPanel = (panel: OrderPanel) =>
    void navigate({ to: '/licenses', search: atPanel(licensesSearch.parse({}), panel) })
  return (
    <Page title="Order review" above={<BackLink path="/licenses">Licenses</BackLink>}>
      {data.lineItems.length > 0 || id !== undefined ? (
        <OrderReview local={local} onPanel={toPanel} onDone={() => toPanel('orders')} />
      ) : (
        <EmptyOrder onPanel={toPanel} />
      )}
    </Page>
  )
}
