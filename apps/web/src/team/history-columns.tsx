import type { HistoryEntry } from '@portal/domain/team/history.schema'
import { Badge } from '../ui/Badge.tsx'
import { Instant } from '../ui/Instant.tsx'
import { defineList } from '../ui/list-columns.ts'

export const historyList = defineList<HistoryEntry>({
  label: 'History',
  rowHeight: 44,
  compact: {
    tracks: '168px minmax(150px, 5fr) minmax(80px, 1fr) 80px minmax(72px, 1fr) 96px',
    lines: ['created description user category type ip'],
    height: 44,
  },
  card: {
    tracks: 'auto minmax(0, 1fr) auto',
    lines: ['description description description', 'created created user', 'category type ip'],
    end: ['user', 'ip'],
    height: 92,
  },
  columns: [
    {
      id: 'created',
      header: 'Created',
      width: '178px',
      look: 'quiet',
      cell: ({ createdDate }) => <Instant at={createdDate} to="second" />,
    },
    {
      id: 'description',
      header: 'Description',
      width: 'minmax(180px, 5fr)',
      cell: ({ description }) => description,
    },
    {
      id: 'user',
      header: 'User',
      width: 'minmax(92px, 1fr)',
      look: 'quiet',
      cell: ({ userName }) => userName,
    },
    {
      id: 'category',
      header: 'Category',
      width: 'minmax(88px, 0.8fr)',
      look: 'quiet',
      cell: ({ category }) => <Badge tone="neutral">{category}</Badge>,
    },
    {
      id: 'type',
      header: 'Type',
      width: 'minmax(92px, 1fr)',
      look: 'quiet',
      cell: ({ entryType }) => entryType,
    },
    {
      id: 'ip',
      header: 'IP address',
      width: '104px',
      look: 'quiet',
      cell: ({ ipAddress }) => ipAddress,
    },
  ],
})
