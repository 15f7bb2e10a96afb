import type { PaymentHistoryEntry } from '@portal/domain/payments/payment-history.schema'
import type { PaymentEntry } from '@portal/domain/payments/payment-list.schema'
import { paymentStatuses, type PaymentStatus } from '@portal/domain/payments/payment-status'
import { mayUse } from '@portal/domain/kernel/permissions'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { CreditCard, FileText, History, Send } from 'lucide-react'
import { Suspense, useMemo, useState, type ReactNode } from 'react'
import { queryClient } from '../../api/query-client.ts'
import { usePortal } from '../../session/useSession.ts'
import { Choice } from '../../ui/fields/Choice.tsx'
import { ExportButtons } from '../../ui/ExportButtons.tsx'
import { Filters } from '../../ui/fields/Filters.tsx'
import { lazyLayer } from '../../ui/lazy-screen.ts'
import { MenuItem } from '../../ui/layers/Menu.tsx'
import { hasNothingYet, PagedList } from '../../ui/lists/PagedList.tsx'
import { ButtonLink } from '../../ui/page/PathLink.tsx'
import { Period } from '../../ui/fields/Period.tsx'
import { Segments } from '../../ui/fields/Segments.tsx'
import { SharedMenu } from '../../ui/layers/SharedMenu.tsx'
import { activityList } from './activity-columns.tsx'
import { PanelHead } from '../PanelHead.tsx'
import css from '../PanelHead.module.css'
import { paymentList, type OpenReceipt } from './payment-columns.tsx'
import { pageSize } from './payment-history-page.ts'
import {
  fetchPayments,
  paymentHistoryQuery,
  paymentListQuery,
  paymentPageSize,
} from './payment-history.api.ts'
import type { PaymentHistorySearch, PaymentsSearch } from '../payments-search.ts'
import { useReceipt } from './useReceipt.ts'

const SendReceiptDialog = lazyLayer(() => import('./SendReceiptDialog.tsx'), 'SendReceiptDialog')
const route = getRouteApi('/payments')

const views = [
  { value: 'payments', label: 'Payments' },
  { value: 'activity', label: 'All activity' },
] as const
const statuses = [
  { value: '', label: 'All' },
  ...Object.entries(paymentStatuses).map(([value, label]) => ({ value, label })),
]
const failed = 'An error occurred while fetching payment history.'
const none = 'No Payment History Data Available...'
const beyond = 'This page is past the end of the payment history.'
const keyOf = ({ id }: PaymentEntry | PaymentHistoryEntry) => id

/** The company's payments, or all activity of payments and cards. */
export function PaymentHistoryPanel() {
  const search = route.useSearch()
  const { accountId } = usePortal().company
  const { view, page, status, from, to } = search
  const isOpened = !view && page === 1 && !status && !from && !to
  const first = useQuery({ ...paymentListQuery(accountId, { page }), enabled: isOpened })
  const shown = view ?? (isOpened && first.data?.count === 0 ? 'activity' : 'payments')
  const navigate = route.useNavigate()
  const show = (next: PaymentHistorySearch) =>
    void navigate({ search: { tab: 'paymentHistory', ...next } })
  const choice = (
    <Segments
      label="Contents of the history"
      value={shown}
      items={views}
      onChange={(view) => show({ view })}
    />
  )
  if (shown === 'activity') return <Activity page={page} show={show} choice={choice} />
  return <Payments search={search} show={show} choice={choice} />
}

interface Shown {
  choice: ReactNode
  show: (next: PaymentHistorySearch) => void
}

function Payments({ search, show, choice }: Shown & { search: PaymentsSearch }) {
  const { me, company } = usePortal()
  const { accountId } = company
  const { status, from, to, page } = search
  const filters = { status, from, to }
  const on = [status, from, to].filter(Boolean).length
  const payments = useQuery(paymentListQuery(accountId, { ...filters, page }))
  const count = payments.isPlaceholderData && payments.isError ? undefined : payments.data?.count
  const receipt = useReceipt(accountId)
  const [sent, setSent] = useState<PaymentEntry>()
  const [menu, setMenu] = useState<OpenReceipt>()
  const actions = useMemo(() => ({ download: receipt, send: setSent, open: setMenu }), [receipt])
  return (
    <>
      <PanelHead title="Payment History" isTabTitle total={count}>
        {choice}
        {!hasNothingYet(payments, on > 0) && (
          <Filters
            on={on}
            onClear={() => show({})}
            found={count}
            noun="payment"
            beside={
              <span className={css.files}>
                <ExportButtons
                  count={count}
                  fetch={(format) => fetchPayments(accountId, filters, format)}
                />
              </span>
            }
          >
            <Choice
              chip
              label="Status"
              value={status ?? ''}
              onChange={(value) =>
                show({ ...filters, status: (value || undefined) as PaymentStatus | undefined })
              }
              items={statuses}
            />
            <Period
              from={from}
              to={to}
              note="Days of payments are in UTC."
              onChange={(period) => show({ ...filters, ...period })}
            />
          </Filters>
        )}
      </PanelHead>
      <PagedList
        query={payments}
        list={paymentList}
        actions={actions}
        keyOf={keyOf}
        loading="Loading the payments"
        failed={failed}
        empty={{
          icon: <CreditCard size={24} aria-hidden />,
          text: none,
          note: 'Card payments appear here, with their receipts.',
          action: mayUse(me, 'AccessInvoices') && (
            <ButtonLink path="/invoices?status=open">Show open invoices</ButtonLink>
          ),
        }}
        filters={on > 0 && { note: 'No payment matches the filters.', onClear: () => show({}) }}
        beyond={beyond}
        pages="Pages of the payments"
        page={page}
        size={paymentPageSize}
        onPage={(page) => show({ ...filters, page })}
        load={(page) => queryClient.fetchQuery(paymentListQuery(accountId, { ...filters, page }))}
      />
      <SharedMenu anchor={menu?.anchor} onClose={() => setMenu(undefined)}>
        {menu && (
          <>
            <MenuItem
              icon={<FileText size={15} aria-hidden />}
              note="PDF"
              onChoose={() => receipt(menu.payment.id)}
            >
              Receipt
            </MenuItem>
            <MenuItem icon={<Send size={15} aria-hidden />} onChoose={() => setSent(menu.payment)}>
              Send by email…
            </MenuItem>
          </>
        )}
      </SharedMenu>
      <Suspense>
        {sent && <SendReceiptDialog payment={sent} onClose={() => setSent(undefined)} />}
      </Suspense>
    </>
  )
}

function Activity({ page, show, choice }: Shown & { page: number }) {
  const { accountId } = usePortal().company
  const history = useQuery(paymentHistoryQuery(accountId, page))
  const count = history.isPlaceholderData && history.isError ? undefined : history.data?.count
  const receipt = useReceipt(accountId)
  return (
    <>
      <PanelHead title="Payment History" isTabTitle total={count}>
        {choice}
      </PanelHead>
      <PagedList
        query={history}
        list={activityList}
        actions={receipt}
        keyOf={keyOf}
        loading="Loading the payment history"
        failed={failed}
        empty={{
          icon: <History size={24} aria-hidden />,
          text: none,
          note: 'Payments, refunds, disputes and changes of cards appear here.',
        }}
        beyond={beyond}
        pages="Pages of the payment history"
        page={page}
        size={pageSize}
        onPage={(page) => show({ view: 'activity', page })}
        load={(page) => queryClient.fetchQuery(paymentHistoryQuery(accountId, page))}
      />
    </>
  )
}
