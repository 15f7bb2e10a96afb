import type { UseQueryResult } from '@tanstack/react-query'
import { Mail } from 'lucide-react'
import type { ReactNode } from 'react'
import { supportIdOf } from '../api/call-failed.ts'
import { Button } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { MoreRows } from './MoreRows.tsx'
import css from './RecipientsPanel.module.css'
import { useMoreRows } from './useMoreRows.ts'

interface RecipientSectionProps<Recipient> {
  title: string
  list: UseQueryResult<Recipient[]>
  failure: string
  none: string
  dateLabel: string
  dateOf: (recipient: Recipient) => string
  action?: ReactNode
  /** Absent where the list is only to be read. */
  onDelete?: (recipient: Recipient) => void
}

/** One kind of recipients, in whatever state the list is. */
export function RecipientSection<Recipient extends { email: string }>(
  props: RecipientSectionProps<Recipient>,
) {
  const { title, list, failure, none, dateLabel, dateOf, action, onDelete } = props
  const rows = useMoreRows(list.data ?? [])
  return (
    <Card flush label={title}>
      <header className={css.sectionHead}>
        <h3>
          {title}
          {list.data && <span className={css.count}>{list.data.length}</span>}
        </h3>
        {action}
      </header>
      {list.isPending ? (
        <Skeleton lines={2} lineHeight={56} label={`Loading ${title}`} />
      ) : !list.data ? (
        <ErrorState
          text={failure}
          supportId={supportIdOf(list.error)}
          busy={list.isFetching}
          onRetry={() => void list.refetch()}
        />
      ) : list.data.length === 0 ? (
        <EmptyState icon={<Mail size={24} aria-hidden />} text={none} />
      ) : (
        <ul className={css.list} aria-label={title}>
          {rows.shown.map((recipient) => (
            <li key={recipient.email}>
              <span className={css.email}>{recipient.email}</span>
              <span className={css.date}>
                {dateLabel}: {dateOf(recipient)}
              </span>
              {onDelete && (
                <Button
                  size="small"
                  aria-label={`Delete, ${recipient.email}`}
                  onClick={({ currentTarget }) => {
                    focusBeside(currentTarget)
                    onDelete(recipient)
                  }}
                >
                  Delete
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      <MoreRows rows={rows} what="recipients" />
    </Card>
  )
}

/** The row is about to go, and the focus with it: the keyboard goes on with the next one. */
function focusBeside(button: HTMLElement) {
  const row = button.closest('li')
  const place = row?.nextElementSibling ?? row?.previousElementSibling ?? button.closest('section')
  place?.querySelector('button')?.focus()
}
