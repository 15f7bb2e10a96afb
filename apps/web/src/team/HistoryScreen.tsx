import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { History } from 'lucide-react'
import { useCallback, useContext } from 'react'
import { queryClient } from '../api/query-client.ts'
import { usePortal } from '../session/useSession.ts'
import { Choice } from '../ui/fields/Choice.tsx'
import { ExportButtons } from '../ui/ExportButtons.tsx'
import { InSheet } from '../ui/fields/in-sheet.ts'
import { Page } from '../ui/page/Page.tsx'
import { totalText } from '../ui/lists/page-range.ts'
import { PagedList } from '../ui/lists/PagedList.tsx'
import { SizesInSheet } from '../ui/lists/Pager.tsx'
import { SearchInput } from '../ui/fields/SearchField.tsx'
import { Toolbar } from '../ui/page/Toolbar.tsx'
import { useSearchText } from '../ui/fields/useTypedText.ts'
import { historyList } from './history-columns.tsx'
import { filtersOn, pageSize, sizeChoices } from './history-page.ts'
import { fetchHistoryCsv, historyQuery } from './history.api.ts'
import { HistoryFilters, noFilters } from './HistoryFilters.tsx'
import type { ChangeHistory, HistorySearch } from './team-search.ts'
import { TeamTabs } from './TeamTabs.tsx'

const route = getRouteApi('/manage')

export function HistoryScreen() {
  const { company } = usePortal()
  const { accountId } = company
  const search = route.useSearch()
  const navigate = useNavigate({ from: '/manage' })
  // Every change except turning the page returns to the first page.
  const change: ChangeHistory = useCallback(
    (wanted) =>
      void navigate({
        to: '/manage',
        search: (current) => ({ ...current, page: undefined, ...wanted }),
        replace: !('page' in wanted),
        resetScroll: false,
      }),
    [navigate],
  )
  const [typed, type, q] = useSearchText(search.q, change)
  const asked = { ...search, q }
  const history = useQuery(historyQuery(accountId, asked))
  const total = history.data && totalText(history.data)
  const direction = search.order === 'asc' ? 'ascending' : 'descending'
  const sizes = {
    value: search.size,
    onChange: (size: HistorySearch['size']) => change({ size }),
    items: sizeChoices,
  }

  return (
    <Page
      title="History"
      actions={
        // Programs check the seals of this file: it exists as CSV only.
        <ExportButtons
          formats={['csv']}
          count={history.data?.count}
          fetch={() => fetchHistoryCsv(accountId, asked)}
        />
      }
    >
      <TeamTabs current="/manage" />
      <Toolbar total={total}>
        <SearchInput
          label="Search History"
          placeholder="Search History"
          value={typed}
          onChange={type}
        />
        <HistoryFilters
          accountId={accountId}
          search={search}
          onChange={change}
          found={history.data?.count}
        >
          <OrderInSheet order={search.order} onChange={change} />
          <SizesInSheet {...sizes} />
        </HistoryFilters>
      </Toolbar>
      <PagedList
        query={history}
        list={historyList}
        actions={undefined}
        sorted={sortedBy[direction]}
        onSort={() => change({ order: search.order === 'asc' ? undefined : 'asc' })}
        loading="Loading history"
        failed="Failed to load history."
        empty={{ icon: <History size={24} aria-hidden />, text: 'No History Found' }}
        filters={
          (q !== '' || filtersOn(search) > 0) && {
            note: 'Nothing in the history matches the search and filters.',
            onClear: () => change({ q: undefined, ...noFilters }),
          }
        }
        beyond="This page is past the end of the history."
        pages="Pages of the history"
        sizes={sizes}
        page={search.page}
        size={pageSize(search)}
        onPage={(page) => change({ page })}
        load={(page) => queryClient.fetchQuery(historyQuery(accountId, { ...asked, page }))}
      />
    </Page>
  )
}

// Keeps the same object, so that the header does not render again.
const sortedBy = {
  ascending: { column: 'created', direction: 'ascending' },
  descending: { column: 'created', direction: 'descending' },
} as const

interface OrderInSheetProps {
  order: HistorySearch['order']
  onChange: ChangeHistory
}

/** Phones have no header to sort by. */
function OrderInSheet({ order, onChange }: OrderInSheetProps) {
  if (!useContext(InSheet)) return null
  return (
    <Choice
      label="Sort by date"
      value={order ?? 'desc'}
      onChange={(order) => onChange({ order: order === 'asc' ? order : undefined })}
      items={orders}
    />
  )
}

const orders = [
  { value: 'desc', label: 'Newest first' },
  { value: 'asc', label: 'Oldest first' },
] as const
