import { cardPaymentRefusal } from '@portal/domain/invoices/card-payment'
import type { InvoiceView } from '@portal/domain/invoices/views.schema'
import { plural } from '@portal/domain/kernel/plural'
import { mayUse } from '@portal/domain/kernel/permissions'
import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { ReceiptText } from 'lucide-react'
import { memo, Suspense, useCallback, useEffect, useMemo, useState } from 'react'
import { config } from '../api/config.ts'
import { ChangeFigure } from '../changes/ChangeFigure.tsx'
import { AgingPanel } from '../payments/balance/AgingPanel.tsx'
import { BatchBanner } from '../payments/batch/BatchBanner.tsx'
import { usePortal, type SignedIn } from '../session/useSession.ts'
import { lazyLayer } from '../ui/lazy-screen.ts'
import { ListSkeleton } from '../ui/lists/ListSkeleton.tsx'
import { ListState } from '../ui/lists/ListState.tsx'
import { Page } from '../ui/page/Page.tsx'
import { PathLink } from '../ui/page/PathLink.tsx'
import { SearchInput } from '../ui/fields/SearchField.tsx'
import { Toolbar } from '../ui/page/Toolbar.tsx'
import { useAfterPaint } from '../ui/useAfterPaint.ts'
import { narrow, useMedia } from '../ui/useMedia.ts'
import { useSelection, type Selectable } from '../ui/lists/useSelection.ts'
import { useTypedText } from '../ui/fields/useTypedText.ts'
import type { Selecting } from '../ui/lists/SelectBox.tsx'
import { VirtualRows } from '../ui/lists/VirtualRows.tsx'
import { DownloadMenu, type OpenDownloads } from '../invoices/DownloadMenu.tsx'
import { invoiceList, selectableCards, selectableInvoices } from '../invoices/invoice-columns.tsx'
import { nextSort, noFilter, orders, shownInvoices } from '../invoices/invoice-filter.ts'
import { cardPayable, type InvoiceRow } from '../invoices/invoice-row.ts'
import type { InvoiceListSearch } from '../invoices/invoice-search.ts'
import { InvoiceActions, PayAllButton, PayShownButton } from '../invoices/InvoiceActions.tsx'
import { InvoiceFilters } from '../invoices/InvoiceFilters.tsx'
import css from '../invoices/InvoiceList.module.css'
import { invoiceListQuery, invoiceTextsQuery } from '../invoices/invoices.api.ts'
import { InvoiceTotals } from '../invoices/InvoiceTotals.tsx'
import { SelectionBar } from '../invoices/SelectionBar.tsx'
import { useDefaultView } from '../invoices/useDefaultView.ts'
import { useListSearch } from '../invoices/useListSearch.ts'
import { hasFilter } from '../invoices/view-search.ts'
import { viewsQuery } from '../invoices/views.api.ts'
import { Views } from '../invoices/Views.tsx'

const StatementDialog = lazyLayer(
  () => import('../invoices/StatementDialog.tsx'),
  'StatementDialog',
)
const FilesDialog = lazyLayer(() => import('../invoices/FilesDialog.tsx'), 'FilesDialog')
const PayAllDialog = lazyLayer(() => import('../payments/batch/PayAllDialog.tsx'), 'PayAllDialog')
const route = getRouteApi('/invoices')

/** Browsers limit how often a page may change its address, and each change notifies the whole page. */
const addressPause = 200

export function InvoiceListScreen() {
  const { me, company } = usePortal()
  const search = route.useSearch()
  const list = useQuery(invoiceListQuery(company.accountId))
  const views = useQuery(viewsQuery(company.accountId))
  const shown = useDefaultView(search, views, list.data !== undefined)
  return <InvoiceList me={me} company={company} {...shown} list={list} views={views} />
}

interface InvoiceListProps extends Pick<SignedIn, 'me' | 'company'> {
  search: InvoiceListSearch
  /** The rows wait for the default view. */
  isWaiting: boolean
  list: UseQueryResult<InvoiceRow[]>
  views: UseQueryResult<InvoiceView[]>
}

/** Renders on every letter of the search, so it reads only what a letter changes. */
function InvoiceList({ me, company, search, isWaiting, list, views }: InvoiceListProps) {
  const { status, type, due, currency, min, max, month, from, to, sort } = search
  const change = useListSearch()
  const keepText = useCallback((q: string) => change({ q }), [change])
  const showTotals = useCallback(
    (isOpen: boolean) => change({ totals: isOpen ? 'open' : undefined }),
    [change],
  )
  const sortBy = useCallback(
    (column: string) => change({ sort: nextSort(column, sort) }),
    [change, sort],
  )
  const showBatch = useCallback(() => change({ payAll: 'result' }, 'push'), [change])
  const [typed, typeText] = useTypedText(search.q, keepText, addressPause)
  // A typed letter is painted before the rows that match. A text from the address applies together with its filters.
  const painted = useAfterPaint(typed)
  const q = typed === search.q ? typed : painted
  const clear = useCallback(() => {
    typeText('')
    change({ q: undefined, ...noFilter })
  }, [typeText, change])
  const texts = useQuery({ ...invoiceTextsQuery(company.accountId), enabled: Boolean(q?.trim()) })
  const shown = useMemo(
    () =>
      list.data &&
      shownInvoices(
        list.data,
        { q, status, type, due, currency, min, max, month, from, to, sort },
        texts.data,
      ),
    [list.data, texts.data, q, status, type, due, currency, min, max, month, from, to, sort],
  )
  const viewControl = useMemo(
    () => <Views views={views} search={search} onChange={change} />,
    [views, search, change],
  )
  // The rows are painted first; their totals follow.
  const known = useAfterPaint(list.data)
  const summed = useAfterPaint(shown)
  const eligible = useMemo(() => known && eligibleInvoices(known), [known])
  // Undefined if the list shows all.
  const eligibleShown = useMemo(
    () => (summed && known && summed.length < known.length ? eligibleInvoices(summed) : undefined),
    [summed, known],
  )
  const mayPay = mayUse(me, 'PayInvoices')
  const isPhone = useMedia(narrow)
  const failed = list.isError && !list.data
  const [startedOnPhone, setStarted] = useState(false)
  const {
    selected,
    hidden,
    selecting,
    clear: clearSelection,
  } = useSelection(list.data, shown, selectableInvoice, isPhone && startedOnPhone)
  const endSelection = useCallback(() => {
    setStarted(false)
    clearSelection()
  }, [clearSelection])
  const paysOverdue = search.payAll === 'overdue'
  const paysShown = search.payAll === 'shown'
  const paidIds = useMemo(() => {
    const overdue = () => list.data?.filter(({ overdueDays }) => overdueDays > 0)
    const paid = paysOverdue ? overdue() : paysShown ? eligibleShown : selected
    return paid?.map(({ id }) => id) ?? []
  }, [paysOverdue, paysShown, list.data, eligibleShown, selected])
  // A reload ends the selection; its dialog must not open with the next one.
  const paysNothing =
    known &&
    summed &&
    (paysOverdue || paysShown || search.payAll === 'selected') &&
    paidIds.length === 0
  useEffect(() => {
    if (paysNothing) change({ payAll: undefined })
  }, [paysNothing, change])
  const isSelecting = selected.length > 0 || (isPhone && startedOnPhone)
  const barIsOpen = isSelecting && shown !== undefined
  // With a selection, the button of its bar pays.
  const paysThese = !barIsOpen && eligibleShown?.length ? eligibleShown : undefined

  return (
    <Page
      title="Invoices"
      subtitle={!isPhone && balanceNotice}
      // On phones the bar of the selection takes the place of the page's actions.
      actions={
        !(isPhone && barIsOpen) && (
          <>
            <InvoiceActions
              company={company}
              shown={summed}
              failed={failed}
              onSelect={isPhone && (() => setStarted(true))}
            />
            {mayPay && paysThese && <PayAllButton failed={failed} eligible={eligible} isQuiet />}
          </>
        )
      }
      primary={
        mayPay &&
        !(isPhone && barIsOpen) &&
        (paysThese ? (
          <PayShownButton eligible={paysThese} />
        ) : (
          <PayAllButton
            failed={failed}
            eligible={eligible}
            isQuiet={barIsOpen || summed?.length === 0}
          />
        ))
      }
    >
      {mayPay && <BatchBanner accountId={company.accountId} onShow={showBatch} />}
      <AgingPanel
        accountId={company.accountId}
        isShown={known !== undefined || list.isError}
        isOpen={search.totals === 'open'}
        onOpen={showTotals}
      >
        <InvoiceTotals rows={summed} />
        {isPhone && <p className={css.notice}>{balanceNotice}</p>}
      </AgingPanel>
      <Toolbar total={foundText(known, summed)}>
        <SearchInput
          label="Search invoices"
          placeholder="Search number, name, month, amount, PO"
          value={typed}
          onChange={typeText}
        />
        <InvoiceFilters
          rows={known}
          status={status}
          type={type}
          due={due}
          currency={currency}
          min={min}
          max={max}
          month={month}
          from={from}
          to={to}
          sort={sort}
          views={viewControl}
          // On phones an open sheet shows it; elsewhere it would render the filters on every letter.
          found={(isPhone ? shown : summed)?.length}
          onChange={change}
          onClear={clear}
        />
      </Toolbar>
      <InvoiceRows
        query={list}
        ownName={company.name}
        isWaiting={isWaiting}
        shown={shown}
        asked={[q, status, type, due, currency, min, max, month, from, to, sort].join()}
        isSearch={!hasFilter(search)}
        isSearching={texts.isLoading}
        sort={sort}
        onSort={sortBy}
        onClear={clear}
        selecting={!isPhone || isSelecting ? selecting : undefined}
      />
      {barIsOpen && (
        <SelectionBar
          company={company}
          selected={selected}
          hidden={hidden}
          shownCount={shown.length}
          isPhone={isPhone}
          mayPay={mayPay}
          onAll={selecting.onAll}
          onPay={() => change({ payAll: 'selected' }, 'push')}
          onFiles={() => change({ files: 'open' }, 'push')}
          onClose={endSelection}
        />
      )}
      <Suspense>
        {search.statement === 'open' && (
          <StatementDialog company={company} onClose={() => change({ statement: undefined })} />
        )}
        {search.files === 'open' && (
          <FilesDialog selected={selected} onClose={() => change({ files: undefined })} />
        )}
        {mayPay && known && search.payAll && (
          <PayAllDialog
            accountId={company.accountId}
            step={search.payAll}
            selected={paidIds}
            onStarted={() => change({ payAll: 'result' })}
            onAgain={(payAll) => change({ payAll })}
            onClose={() => change({ payAll: undefined })}
          />
        )}
      </Suspense>
    </Page>
  )
}

interface InvoiceRowsProps {
  query: UseQueryResult<InvoiceRow[]>
  ownName: string
  isWaiting: boolean
  shown: readonly InvoiceRow[] | undefined
  asked: string
  /** No filter is active: only the search leaves invoices out. */
  isSearch: boolean
  /** The rows found by products and purchase orders are not known yet. */
  isSearching: boolean
  sort: InvoiceListSearch['sort']
  onSort: (column: string) => void
  onClear: () => void
  /** Undefined if the rows have no checkboxes. */
  selecting: Selecting<InvoiceRow> | undefined
}

/** The rows and their shared download menu. */
const InvoiceRows = memo(function InvoiceRows(props: InvoiceRowsProps) {
  const {
    query,
    ownName,
    isWaiting,
    shown = [],
    asked,
    isSearch,
    isSearching,
    sort,
    onSort,
    onClear,
    selecting,
  } = props
  const isPhone = useMedia(narrow)
  const rowList = !selecting ? invoiceList : isPhone ? selectableCards : selectableInvoices
  const [downloads, setDownloads] = useState<OpenDownloads>()
  const closeDownloads = useCallback(() => setDownloads(undefined), [])
  const cells = useMemo(() => ({ open: setDownloads, change: changeOf, ownName }), [ownName])
  return (
    <ListState
      query={query}
      isWaiting={isWaiting}
      placeholder={<ListSkeleton list={rowList} label="Loading invoices" />}
      failed="Failed to load invoices."
      isEmpty={() => shown.length === 0}
      empty={{ icon: <ReceiptText size={24} aria-hidden />, text: 'No Invoices Found' }}
      filters={
        (query.data?.length ?? 0) > 0 && {
          note: isSearching
            ? 'Searching products and purchase orders…'
            : `No invoice matches the ${isSearch ? 'search' : 'search and filters'}.`,
          isSearch,
          onClear,
        }
      }
    >
      {() => (
        <>
          <VirtualRows
            list={rowList}
            selecting={selecting}
            rows={shown}
            actions={cells}
            startsAgain={asked}
            groupOf={orders[sort].month}
            sorted={orders[sort]}
            onSort={onSort}
          />
          <DownloadMenu open={downloads} onClose={closeDownloads} />
        </>
      )}
    </ListState>
  )
})

const changeOf = ({ id, amountCents, currencyIsoCode }: InvoiceRow) => (
  <ChangeFigure invoiceId={id} amountCents={amountCents} currency={currencyIsoCode} />
)

const selectableInvoice: Selectable<InvoiceRow> = {
  idOf: ({ id }) => id,
  nameOf: ({ invoiceNumber }) => invoiceNumber,
  refusalOf: () => undefined,
}

const balanceNotice = (
  <span data-screen>
    BALANCE BREAKDOWN HAS BEEN MOVED.{' '}
    <PathLink path="/payments/balance">VIEW BALANCE BREAKDOWN</PathLink>
  </span>
)

/** `162 invoices`, or `31 of 162 invoices` if the list is filtered. */
function foundText(all: readonly unknown[] | undefined, shown: readonly unknown[] | undefined) {
  if (!all || !shown) return undefined
  const total = plural(all.length, 'invoice')
  return shown.length === all.length ? total : `${shown.length.toLocaleString('en-US')} of ${total}`
}

/**
 * The invoices that "pay all" pays: every invoice that can be paid by card, including those hidden by filters.
 * Refunded invoices, and those with an announced transfer, are paid individually, after a confirmation.
 */
function eligibleInvoices(rows: readonly InvoiceRow[]): InvoiceRow[] {
  return rows.filter(
    (row) =>
      !row.moneyBack &&
      !row.transferNotice &&
      !cardPaymentRefusal(cardPayable(row), config.cardLimitCents),
  )
}
