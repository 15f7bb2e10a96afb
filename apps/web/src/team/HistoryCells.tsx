import type { HistoryEntry } from '@portal/domain/team/history.schema'
import { formatInstant } from '../kernel/instant.ts'
import { Badge } from '../ui/Badge.tsx'
import css from './HistoryRows.module.css'

const others = [
  { id: 'description', header: 'Description' },
  { id: 'user', header: 'User' },
  { id: 'category', header: 'Category' },
  { id: 'type', header: 'Type' },
  { id: 'ip', header: 'IP address' },
] as const
export const newestFirst = [
  { id: 'created', header: 'Created', sorted: 'descending' },
  ...others,
] as const
export const oldestFirst = [
  { id: 'created', header: 'Created', sorted: 'ascending' },
  ...others,
] as const

export function HistoryCells({ entry }: { entry: HistoryEntry }) {
  return (
    <>
      <span role="gridcell" className={css.created}>
        <time dateTime={entry.createdDate}>{formatInstant(entry.createdDate)}</time>
      </span>
      <span role="gridcell" className={css.description}>
        {entry.description}
      </span>
      <span role="gridcell" className={css.user}>
        {entry.userName}
      </span>
      <span role="gridcell" className={css.category}>
        <Badge tone="neutral">{entry.category}</Badge>
      </span>
      <span role="gridcell" className={css.type}>
        {entry.entryType}
      </span>
      <span role="gridcell" className={css.ip}>
        {entry.ipAddress}
      </span>
    </>
  )
}
