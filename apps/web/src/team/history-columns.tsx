import type { HistoryEntry } from '@portal/domain/team/history.schema'
import { Instant } from '../ui/Instant.tsx'
import { defineList } from '../ui/lists/list-columns.ts'
import { OnCard } from '../ui/lists/RowLink.tsx'
import { Text } from '../ui/parts.tsx'
import css from './history-columns.module.css'

// Entries without a person have this text in place of an address.
const isAutomatic = ({ ipAddress }: HistoryEntry) => ipAddress === 'system'

export const historyList = defineList<HistoryEntry>({
  label: 'History',
  rowHeight: 44,
  compact: {
    tracks: '188px minmax(96px, 1fr) minmax(200px, 4fr) minmax(110px, 1.2fr)',
    lines: ['created type description user', 'created category description ip'],
    height: 52,
  },
  card: {
    tracks: 'minmax(0, 1fr) auto',
    lines: ['type created', 'description description', 'category category'],
    height: 78,
  },
  columns: [
    {
      id: 'created',
      header: 'Created',
      width: '178px',
      look: 'quiet',
      isSortable: true,
      cell: ({ createdDate }) => <Instant at={createdDate} to="second" />,
    },
    {
      id: 'description',
      header: 'Description',
      width: 'minmax(180px, 5fr)',
      cell: ({ description }) => <span className={css.description}>{description}</span>,
    },
    {
      id: 'user',
      header: 'User',
      width: 'minmax(92px, 1fr)',
      look: 'quiet',
      cell: ({ userName }) => <span className={css.upper}>{userName}</span>,
    },
    {
      id: 'category',
      header: 'Category',
      width: 'minmax(88px, 0.8fr)',
      look: 'quiet',
      cell: (entry) => (
        <span className={css.lower}>
          <span data-same={entry.category === entry.entryType || undefined}>
            {entry.category}
            {!isAutomatic(entry) && <OnCard>{' · '}</OnCard>}
          </span>
          {!isAutomatic(entry) && <OnCard>{entry.ipAddress}</OnCard>}
        </span>
      ),
    },
    {
      id: 'type',
      header: 'Type',
      width: 'minmax(92px, 1fr)',
      look: 'quiet',
      cell: ({ entryType, category, userName }) => (
        <>
          <span
            className={`${css.type} ${css.upper}`}
            data-same={category === entryType || undefined}
          >
            {entryType}
          </span>
          {userName !== entryType && (
            <Text as="bdi" weight={400} tone="faint" className={css.person}>
              <OnCard>{userName}</OnCard>
            </Text>
          )}
        </>
      ),
    },
    {
      id: 'ip',
      header: 'IP address',
      width: '104px',
      look: 'quiet',
      cell: (entry) => (
        <span className={css.lower}>{isAutomatic(entry) ? '–' : entry.ipAddress}</span>
      ),
    },
  ],
})
