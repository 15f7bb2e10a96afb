import { mayUse } from '@portal/domain/session/permissions'
import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { ArrowRight } from 'lucide-react'
import { Suspense, useCallback, useMemo } from 'react'
import { AgingPanel } from '../payments/AgingPanel.tsx'
import { BatchBanner } from '../payments/BatchBanner.tsx'
import { usePortal, type SignedIn } from '../session/useSession.ts'
import { Banner } from '../ui/Banner.tsx'
import { ButtonLink } from '../ui/ButtonLink.tsx'
import { lazyLayer } from '../ui/lazy-layer.ts'
import { Page } from '../ui/Page.tsx'
import { SearchInput } from '../ui/SearchField.tsx'
import { useAfterPaint } from '../ui/useAfterPaint.ts'
import { useTypedText } from '../ui/useTypedText.ts'
import { eligibleInvoices } from './eligible.ts'
import { shownInvoices } from './invoice-filter.ts'
import { InvoiceActions } from './InvoiceActions.tsx'
import { InvoiceFilters } from './InvoiceFilters.tsx'
import css from './InvoiceListScreen.module.css'
import type { InvoiceRow } from './invoice-row.ts'
import { InvoiceRows } from './InvoiceRows.tsx'
import type { InvoiceListSearch } from './invoice-search.ts'
import { InvoiceTotals } from './InvoiceTotals.tsx'
import { invoiceListQuery } from './invoices.api.ts'
import { useListSearch } from './useListSearch.ts'

const StatementDialog = lazyLayer(() => import('./StatementDialog.tsx'), 'StatementDialog')
const PayAllDialog = lazyLayer(() => import('../payments/PayAllDialog.tsx'), 'PayAllDialog')
const route = getRouteApi('/invoices')

/** Browsers limit how often a page may write its address, and each time the whole page listens. */
const addressPause = 200

export function InvoiceListScreen() {
  const { me, company } = usePortal()
  const search = route.useSearch()
  const list = useQuery(invoiceListQuery(company.accountId))
  return <InvoiceList me={me} company={company} search={search} list={list} />
}

interface InvoiceListProps extends Pick<SignedIn, 'me' | 'company'> {
  search: InvoiceListSearch
  list: UseQueryResult<InvoiceRow[]>
}

/** Drawn anew with every letter of the search, so it asks for nothing that a letter leaves as it is. */
function InvoiceList({ me, company, search, list }: InvoiceListProps) {
  const { status, type, sort } = search
  const change = useListSearch()
  const keepText = useCallback((q: string) => change({ q }), [change])
  const showCurrency = useCallback((currency: string) => change({ currency }), [change])
  const showBatch = useCallback(() => change({ payAll: 'result' }, 'push'), [change])
  const [q, typeText] = useTypedText(search.q, keepText, addressPause)
  const clear = useCallback(() => {
    typeText('')
    change({ q: undefined, status: undefined, type: undefined })
  }, [typeText, change])
  const shown = useMemo(
    () => list.data && shownInvoices(list.data, { q, status, type, sort }),
    [list.data, q, status, type, sort],
  )
  // The rows come first; what is said about them follows when they are on the screen.
  const known = useAfterPaint(list.data)
  const summed = useAfterPaint(shown)
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
      {mayPay && <BatchBanner accountId={company.accountId} onShow={showBatch} />}
      {balanceNotice}
      <AgingPanel
        accountId={company.accountId}
        currency={search.currency}
        isShown={known !== undefined || list.isError}
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
      <InvoiceRows list={list} shown={shown} onClear={clear} />
      <Suspense>
        {search.statement === 'open' && (
          <StatementDialog company={company} onClose={() => change({ statement: undefined })} />
        )}
        {mayPay && known && search.payAll && (
          <PayAllDialog
            accountId={company.accountId}
            step={search.payAll}
            onStarted={() => change({ payAll: 'result' })}
            onAgain={() => change({ payAll: 'open' })}
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
