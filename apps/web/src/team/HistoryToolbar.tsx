import type { HistoryEntry } from '@portal/domain/team/history.schema'
import { ArrowDownWideNarrow, ArrowUpNarrowWide } from 'lucide-react'
import type { Paged } from '../api/paged.ts'
import { Button } from '../ui/Button.tsx'
import { Choice } from '../ui/Choice.tsx'
import { totalText } from '../ui/page-range.ts'
import { SearchField } from '../ui/SearchField.tsx'
import { sizeChoices } from './history-page.ts'
import css from './HistoryScreen.module.css'
import type { ChangeHistory, HistorySearch } from './team-search.ts'

interface HistoryToolbarProps {
  search: HistorySearch
  typed: string
  onType: (text: string) => void
  history: Paged<HistoryEntry> | undefined
  onChange: ChangeHistory
}

export function HistoryToolbar(props: HistoryToolbarProps) {
  const { search, typed, onType, history, onChange } = props
  const isOldestFirst = search.order === 'asc'
  const Icon = isOldestFirst ? ArrowUpNarrowWide : ArrowDownWideNarrow
  return (
    <div className={css.toolbar}>
      <SearchField
        label="Search History"
        placeholder="Search History"
        value={typed}
        onChange={onType}
      />
      <Button
        icon={<Icon size={16} aria-hidden />}
        aria-label={`Sort by date: ${isOldestFirst ? 'oldest' : 'newest'} first`}
        onClick={() => onChange({ order: isOldestFirst ? undefined : 'asc' })}
      >
        {isOldestFirst ? 'Oldest first' : 'Newest first'}
      </Button>
      <Choice
        label="Rows"
        value={search.size}
        onChange={(size) => onChange({ size })}
        items={sizeChoices}
      />
      <span className={css.total} role="status">
        {history && totalText(history)}
      </span>
    </div>
  )
}
