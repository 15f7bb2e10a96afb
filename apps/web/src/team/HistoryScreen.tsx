import { isolated } from '@portal/domain/kernel/isolated'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { ArrowDownWideNarrow, ArrowUpNarrowWide, History } from 'lucide-react'
import { useCallback } from 'react'
import { queryClient } from '../api/query-client.ts'
import { usePortal } from '../session/useSession.ts'
import { Button } from '../ui/Button.tsx'
import { Choice } from '../ui/Choice.tsx'
import { ExportButton } from '../ui/ExportButton.tsx'
import { Page } from '../ui/Page.tsx'
import { totalText } from '../ui/page-range.ts'
import { PagedList } from '../ui/PagedList.tsx'
import { SearchInput } from '../ui/SearchField.tsx'
import { Toolbar } from '../ui/Toolbar.tsx'
import { useSearchText } from '../ui/useTypedText.ts'
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

  return (
    <Page
      title="History"
      subtitle={`Actions taken on behalf of ${isolated(company.name)}.`}
      actions={
        <ExportButton count={history.data?.count} fetch={() => fetchHistoryCsv(accountId, asked)}>
          Export CSV
        </ExportButton>
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
          <OrderButton order={search.order} onChange={change} />
          <Choice
            label="Rows"
            value={search.size}
            onChange={(size) => change({ size })}
            items={sizeChoices}
          />
        </HistoryFilters>
      </Toolbar>
      <PagedList
        query={history}
        list={historyList}
        actions={undefined}
        sorted={sortedBy[direction]}
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
        page={search.page}
        size={pageSize(search)}
        onPage={(page) => change({ page })}
        load={(page) => queryClient.fetchQuery(historyQuery(accountId, { ...asked, page }))}
      />
    </Page>
  )
}

// The same object each time, so that the header does not render again.
const sortedBy = {
  ascending: { column: 'created', direction: 'ascending' },
  descending: { column: 'created', direction: 'descending' },
} as const

interface OrderButtonProps {
  order: HistorySearch['order']
  onChange: ChangeHistory
}

function OrderButton({ order, onChange }: OrderButtonProps) {
  const isOldestFirst = order === 'asc'
  const Icon = isOldestFirst ? ArrowUpNarrowWide : ArrowDownWideNarrow
  return (
    <Button
      icon={<Icon size={16} aria-hidden />}
      aria-label={`Sort by date: ${isOldestFirst ? 'oldest' : 'newest'} first`}
      onClick={() => onChange({ order: isOldestFirst ? undefined : 'asc' })}
    >
      {isOldestFirst ? 'Oldest first' : 'Newest first'}
    </Button>
  )
}
