import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { usePortal } from '../session/useSession.ts'
import { Segments } from '../ui/Segments.tsx'
import { paymentHistoryQuery } from './payment-history.api.ts'
import { paymentListQuery } from './payment-list.api.ts'
import { PanelHead } from './PanelHead.tsx'
import { PaymentFilters } from './PaymentFilters.tsx'
import { PaymentHistoryList } from './PaymentHistoryList.tsx'
import { PaymentList } from './PaymentList.tsx'
import type { PaymentHistorySearch, PaymentsSearch } from './payments-search.ts'

const route = getRouteApi('/payments')

const views = [
  { value: 'payments', label: 'Payments' },
  { value: 'activity', label: 'All activity' },
] as const

/** The company's payments, or everything that happened to payments and cards. */
export function PaymentHistoryPanel() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const show = (next: PaymentHistorySearch) =>
    void navigate({ search: { tab: 'paymentHistory', ...next } })
  const choice = (
    <Segments
      label="What the history shows"
      value={search.view}
      items={views}
      onChange={(view) => show({ view })}
    />
  )
  if (search.view === 'activity') return <Activity page={search.page} show={show} choice={choice} />
  return <Payments search={search} show={show} choice={choice} />
}

interface Shown {
  choice: ReactNode
  show: (next: PaymentHistorySearch) => void
}

function Payments({ search, show, choice }: Shown & { search: PaymentsSearch }) {
  const { accountId } = usePortal().company
  const { status, from, to, page } = search
  const filters = { status, from, to }
  const payments = useQuery(paymentListQuery(accountId, { ...filters, page }))
  const count = payments.isPlaceholderData && payments.isError ? undefined : payments.data?.count
  return (
    <>
      <PanelHead title="Payment History" total={count}>
        {choice}
      </PanelHead>
      <PaymentFilters accountId={accountId} search={filters} count={count} onChange={show} />
      <PaymentList
        payments={payments}
        page={page}
        isFiltered={Boolean(status || from || to)}
        onPage={(page) => show({ ...filters, page })}
        onClear={() => show({})}
      />
    </>
  )
}

function Activity({ page, show, choice }: Shown & { page: number }) {
  const { accountId } = usePortal().company
  const history = useQuery(paymentHistoryQuery(accountId, page))
  const count = history.isPlaceholderData && history.isError ? undefined : history.data?.count
  return (
    <>
      <PanelHead title="Payment History" total={count}>
        {choice}
      </PanelHead>
      <PaymentHistoryList
        history={history}
        page={page}
        onPage={(page) => show({ view: 'activity', page })}
      />
    </>
  )
}
