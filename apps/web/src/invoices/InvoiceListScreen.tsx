import { mayUse } from '@portal/domain/session/permissions'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { ArrowRight } from 'lucide-react'
import { Suspense, useDeferredValue, useMemo } from 'react'
import { AgingPanel } from '../payments/AgingPanel.tsx'
import { BatchBanner } from '../payments/BatchBanner.tsx'
import { usePortal } from '../session/useSession.ts'
import { Banner } from '../ui/Banner.tsx'
import { ButtonLink } from '../ui/ButtonLink.tsx'
import { lazyLayer } from '../ui/lazy-layer.ts'
import { Page } from '../ui/Page.tsx'
import { eligibleInvoices } from './eligible.ts'
import { shownInvoices } from './invoice-filter.ts'
import { InvoiceActions } from './InvoiceActions.tsx'
import { InvoiceFilters } from './InvoiceFilters.tsx'
import { InvoiceRows } from './InvoiceRows.tsx'
import { invoiceListQuery } from './invoices.api.ts'
import { useListSearch } from './useListSearch.ts'

const StatementDialog = lazyLayer(() => import('./StatementDialog.tsx'), 'StatementDialog')
const PayAllDialog = lazyLayer(() => import('../payments/PayAllDialog.tsx'), 'PayAllDialog')
const route = getRouteApi('/invoices')

export function InvoiceListScreen() {
  const { me, company } = usePortal()
  const search = route.useSearch()
  const change = useListSearch()
  const list = useQuery(invoiceListQuery(company.accountId))
  const filters = useDeferredValue(search)
  const shown = useMemo(() => shownInvoices(list.data ?? [], filters), [list.data, filters])
  const eligible = useMemo(() => eligibleInvoices(list.data ?? []), [list.data])
  const mayPay = mayUse(me, 'PayInvoices')

  return (
    <Page
      title="Invoices"
      actions={
        <InvoiceActions
          company={company}
          shown={shown}
          state={list.status}
          eligibleCount={mayPay ? eligible.length : undefined}
        />
      }
    >
      {mayPay && (
        <BatchBanner
          accountId={company.accountId}
          onShow={() => change({ payAll: 'result' }, 'push')}
        />
      )}
      <Banner
        tone="info"
        actions={
          <ButtonLink
            size="small"
            path="/payments/balance"
            icon={<ArrowRight size={14} aria-hidden />}
          >
            VIEW BALANCE BREAKDOWN
          </ButtonLink>
        }
      >
        BALANCE BREAKDOWN HAS BEEN MOVED.
      </Banner>
      <AgingPanel
        accountId={company.accountId}
        currency={search.currency}
        onCurrency={(currency) => change({ currency })}
      />
      <InvoiceFilters
        rows={list.data ?? []}
        shown={shown}
        isLoaded={list.data !== undefined}
        search={search}
        onChange={change}
      />
      <InvoiceRows
        list={list}
        shown={shown}
        onClear={() => change({ q: '', status: undefined, type: undefined })}
      />
      <Suspense>
        {search.statement === 'open' && (
          <StatementDialog company={company} onClose={() => change({ statement: undefined })} />
        )}
        {mayPay && list.data && search.payAll && (
          <PayAllDialog
            accountId={company.accountId}
            step={search.payAll}
            eligible={eligible}
            onStarted={() => change({ payAll: 'result' })}
            onClose={() => change({ payAll: undefined })}
          />
        )}
      </Suspense>
    </Page>
  )
}
