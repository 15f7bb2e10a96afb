import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { usePortal } from '../session/useSession.ts'
import { paymentHistoryQuery } from './payment-history.api.ts'
import { PaymentHistoryList } from './PaymentHistoryList.tsx'
import { PanelHead } from './PanelHead.tsx'

const route = getRouteApi('/payments')

/** What happened to the company's payments and cards. */
export function PaymentHistoryPanel() {
  const { accountId } = usePortal().company
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const page = Number(search.page ?? 1)
  const history = useQuery(paymentHistoryQuery(accountId, page))
  const count = history.isPlaceholderData && history.isError ? undefined : history.data?.count
  return (
    <>
      <PanelHead title="Payment History" total={count} />
      <PaymentHistoryList
        history={history}
        page={page}
        onPage={(next) =>
          void navigate({
            search: { tab: 'paymentHistory', ...(next > 1 && { page: String(next) }) },
          })
        }
      />
    </>
  )
}
