import type { HistoryEntry } from '@portal/domain/team/history.schema'
import type { UseQueryResult } from '@tanstack/react-query'
import { History } from 'lucide-react'
import { supportIdOf } from '../api/call-failed.ts'
import { Button } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { Pager } from '../ui/Pager.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { VirtualRows } from '../ui/VirtualRows.tsx'
import { isLastPage, rangeText } from './history-page.ts'
import type { HistoryRows } from './history.api.ts'
import { HistoryCells, newestFirst, oldestFirst } from './HistoryCells.tsx'
import type { ChangeHistory } from './HistoryScreen.tsx'
import css from './HistoryRows.module.css'
import type { HistorySearch } from './team-search.ts'

interface HistoryListProps {
  history: UseQueryResult<HistoryRows>
  search: HistorySearch
  onChange: ChangeHistory
}

const cleared = { q: undefined, category: undefined, user: undefined, type: undefined }

/** The history in whatever state it is: on its way, failed, empty, filtered to nothing, or there. */
export function HistoryList({ history, search, onChange }: HistoryListProps) {
  const { data } = history
  const page = Number(search.page ?? 1)
  if (history.isPending)
    return (
      <Card flush>
        <Skeleton lines={12} lineHeight={48} label="Loading history" />
      </Card>
    )
  // What came before the failure belongs to other filters: it must not stand for these.
  if (!data || (history.isError && history.isPlaceholderData))
    return (
      <Card flush>
        <ErrorState
          text="Failed to load history."
          supportId={supportIdOf(history.error)}
          busy={history.isFetching}
          onRetry={() => void history.refetch()}
        />
      </Card>
    )
  if (data.rows.length === 0)
    return (
      <Card flush>
        <EmptyState
          icon={<History size={24} aria-hidden />}
          text="No History Found"
          {...wayOut(search, onChange)}
        />
      </Card>
    )
  return (
    <>
      <VirtualRows
        label="History"
        rows={data.rows}
        columns={search.order ? oldestFirst : newestFirst}
        layout={css.row}
        rowHeight={48}
        narrowRowHeight={92}
        renderCells={renderCells}
      />
      {(page > 1 || !isLastPage(data, search)) && (
        <Pager
          label="Pages of the history"
          range={rangeText(data, search)}
          page={page}
          isLast={isLastPage(data, search)}
          busy={history.isPlaceholderData}
          onPage={(next) => onChange({ page: next > 1 ? String(next) : undefined })}
        />
      )}
    </>
  )
}

const renderCells = (entry: HistoryEntry) => <HistoryCells entry={entry} />

function wayOut(search: HistorySearch, onChange: ChangeHistory) {
  if (search.q || search.category || search.user || search.type)
    return {
      note: 'Nothing in the history matches the search and filters.',
      action: <Button onClick={() => onChange(cleared)}>Clear filters</Button>,
    }
  if (!search.page) return {}
  return {
    note: 'The history is shorter than that.',
    action: <Button onClick={() => onChange({ page: undefined })}>First page</Button>,
  }
}
