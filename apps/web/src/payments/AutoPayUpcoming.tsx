import { useQuery } from '@tanstack/react-query'
import { Hourglass } from 'lucide-react'
import { failureText, supportIdOf } from '../api/call-failed.ts'
import { Card } from '../ui/Card.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { unpaidInvoicesQuery } from './autopay.api.ts'
import css from './AutoPayPanel.module.css'
import { UnpaidTable } from './UnpaidTable.tsx'

/** What is due from today to 29 days on, for a company that is enrolled. */
export function AutoPayUpcoming({ accountId }: { accountId: string }) {
  const upcoming = useQuery(unpaidInvoicesQuery(accountId, 'upcoming'))
  return (
    <Card flush label="Upcoming unpaid invoices">
      <h3 className={css.title}>Upcoming unpaid invoices</h3>
      {upcoming.isPending ? (
        <Skeleton lines={3} lineHeight={41} label="Loading the upcoming unpaid invoices" />
      ) : !upcoming.data ? (
        <ErrorState
          text={failureText(upcoming.error, 'An error occurred')}
          supportId={supportIdOf(upcoming.error)}
          busy={upcoming.isFetching}
          onRetry={() => void upcoming.refetch()}
        />
      ) : upcoming.data.length === 0 ? (
        <EmptyState
          icon={<Hourglass size={24} aria-hidden />}
          text="No Auto Pay eligible unpaid invoices due in the next 30 days."
        />
      ) : (
        <UnpaidTable invoices={upcoming.data} />
      )}
    </Card>
  )
}
