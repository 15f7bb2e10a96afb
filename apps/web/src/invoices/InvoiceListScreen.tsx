import { mayUse } from '@portal/domain/session/permissions'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { ArrowRight } from 'lucide-react'
import { Suspense, useCallback, useDeferredValue, useMemo } from 'react'
import { AgingPanel } from '../payments/AgingPanel.tsx'
import { BatchBanner } from '../payments/BatchBanner.tsx'
import { usePortal } from '../session/useSession.ts'
import { Banner } from '../ui/Banner.tsx'
import { ButtonLink } from '../ui/ButtonLink.tsx'
import { lazyLayer } from '../ui/lazy-layer.ts'
import { Page } from '../ui/Page.tsx'
import { SearchInput } from '../ui/SearchField.tsx'
import { useTypedText } from '../ui/useTypedText.ts'
import { eligibleInvoices } from './eligible.ts'
import { shownInvoices } from './invoice-filter.ts'
import { InvoiceActions } from './InvoiceActions.tsx'
import { InvoiceFilters } from './InvoiceFilters.tsx'
import css from './InvoiceListScreen.module.css'
import { InvoiceRows } from './InvoiceRows.tsx'
import { InvoiceTotals } from './InvoiceTotals.tsx'
import { invoiceListQuery } from './invoices.api.ts'
import { useListSearch } from './useListSearch.ts'

const StatementDialog = lazyLayer(() => import('./StatementDialog.tsx'), 'StatementDialog')
const PayAllDialog = lazyLayer(() => import('../payments/PayAllDialog.tsx'), 'PayAllDialog')
const route = getRouteApi('/invoices')

export function InvoiceListScreen() {
  const { me, company } = usePortal()
  const search = route.useSearch()
  const { status, type, sort } = search
  const change = useListSearch()
  const keepText = useCallback((q: string) => change({ q }), [change])
  const showCurrency = useCallback((currency: string) => change({ currency }), [change])
  const [q, typeText] = useTypedText(search.q ?? '', keepText)
  const list = useQuery(invoiceListQuery(company.accountId))
  const shown = useMemo(
    () => list.data && shownInvoices(list.data, { q, status, type, sort }),
    [list.data, q, status, type, sort],
  )
  // The rows come first; what is said about them follows when they are on the screen.
  const known = useDeferredValue(list.data)
  const summed = useDeferredValue(shown)
  const eligible = useMemo(() => eligibleInvoices(known ?? []), [known])
  const mayPay = mayUse(me, 'PayInvoices')

  return (
    <Page
      title="Invoices"
      actions={
        <InvoiceActions
          company={company}
          shown={summed}
          failed={list.isError && !list.data}
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
      {balanceNotice}
      <AgingPanel
        accountId={company.accountId}
        currency={search.currency}
        onCurrency={showCurrency}
      />
      <div className={css.filters}>
        <SearchInput
          label="Search invoices"
          placeholder="Search number, name, type or customer"
          value={q}
          onChange={typeText}
        />
        <InvoiceFilters rows={known} status={status} type={type} sort={sort} onChange={change} />
        <InvoiceTotals rows={summed} />
      </div>
      <InvoiceRows
        list={list}
        shown={shown}
        onClear={() => {
          typeText('')
          change({ status: undefined, type: undefined })
        }}
      />
      <Suspense>
        {search.statement === 'open' && (
          <StatementDialog company={company} onClose={() => change({ statement: undefined })} />
        )}
        {mayPay && known && search.payAll && (
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

const balanceNotice = (
  <Banner
    tone="info"
    actions={
      <ButtonLink size="small" path="/payments/balance" icon={<ArrowRight size={14} aria-hidden />}>
        VIEW BALANCE BREAKDOWN
      </ButtonLink>
    }
  >
    BALANCE BREAKDOWN HAS BEEN MOVED.
  </Banner>
)
