import { useNavigate } from '@tanstack/react-router'
import { Page } from '../../ui/page/Page.tsx'
import { BackLink } from '../../ui/page/PathLink.tsx'
import { atPanel, licensesSearch, type OrderPanel } from '../licenses-search.ts'
import { CurrentOrder } from '../review/CurrentOrder.tsx'
import { WithUnsentOrder } from '../unsent/useUnsentOrder.tsx'

/** The review of the current order on a separate page. */
export function ReviewScreen() {
  const navigate = useNavigate()
  const toPanel = (panel: OrderPanel) =>
    void navigate({ to: '/licenses', search: atPanel(licensesSearch.parse({}), panel) })
  return (
    <WithUnsentOrder>
      <Page title="Order review" above={<BackLink path="/licenses">Licenses</BackLink>}>
        <CurrentOrder onPanel={toPanel} onDone={() => toPanel('orders')} />
      </Page>
    </WithUnsentOrder>
  )
}
