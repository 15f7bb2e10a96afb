import type { HistoryEntry } from '@portal/domain/team/history.schema'
import type { UseQueryResult } from '@tanstack/react-query'
import { History } from 'lucide-react'
import type { Paged } from '../api/paged.ts'
import { PagedList } from '../ui/PagedList.tsx'
import { pageSize } from './history-page.ts'
import { HistoryCells, newestFirst, oldestFirst } from './HistoryCells.tsx'
import css from './HistoryRows.module.css'
import type { ChangeHistory, HistorySearch } from './team-search.ts'

interface HistoryListProps {
  history: UseQueryResult<Paged<HistoryEntry>>
  search: HistorySearch
  onChange: ChangeHistory
}

const cleared = { q: undefined, category: undefined, user: undefined, type: undefined }

export function HistoryList({ history, search, onChange }: HistoryListProps) {
  const isFiltered = search.q || search.category || search.user || search.type
  return (
    <PagedList
      list={history}
      label="History"
      loading="Loading history"
      lines={12}
      failed="Failed to load history."
      empty={{ icon: <History size={24} aria-hidden />, text: 'No History Found' }}
      filtered={isFiltered && 'Nothing in the history matches the search and filters.'}
      onClear={() => onChange(cleared)}
      beyond="The history is shorter than that."
      pages="Pages of the history"
      page={search.page}
      size={pageSize(search)}
      onPage={(page) => onChange({ page })}
      columns={search.order ? oldestFirst : newestFirst}
      layout={css.row}
      rowHeight={48}
      narrowRowHeight={92}
      renderCells={renderCells}
    />
  )
}

const renderCells = (entry: HistoryEntry) => <HistoryCells entry={entry} />
