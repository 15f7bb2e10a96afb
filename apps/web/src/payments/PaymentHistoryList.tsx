import type { PaymentHistoryEntry } from '@portal/domain/payments/payment-history.schema'
import type { UseQueryResult } from '@tanstack/react-query'
import { History } from 'lucide-react'
import { useCallback } from 'react'
import { supportIdOf } from '../api/call-failed.ts'
import { Button } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { Pager } from '../ui/Pager.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { VirtualRows } from '../ui/VirtualRows.tsx'
import { isLastPage, rangeText } from './payment-history-page.ts'
import type { PaymentHistoryRows } from './payment-history.api.ts'
import css from './PaymentHistoryPanel.module.css'
import { historyColumns, PaymentHistoryCells } from './PaymentHistoryCells.tsx'
import { useReceipt } from './useReceipt.ts'

interface PaymentHistoryListProps {
  history: UseQueryResult<PaymentHistoryRows>
  page: number
  onPage: (page: number) => void
}

/** The payment history in whatever state it is: on its way, failed, empty, or there. */
export function PaymentHistoryList({ history, page, onPage }: PaymentHistoryListProps) {
  const receipt = useReceipt()
  const renderCells = useCallback(
    (entry: PaymentHistoryEntry) => <PaymentHistoryCells entry={entry} onReceipt={receipt} />,
    [receipt],
  )
  const { data } = history
  if (history.isPending)
    return (
      <Card flush>
        <Skeleton lines={8} lineHeight={48} label="Loading the payment history" />
      </Card>
    )
  // What came before the failure is another page: it must not stand for this one.
  if (!data || (history.isError && history.isPlaceholderData))
    return (
      <Card flush>
        <ErrorState
          text="An error occurred while fetching payment history."
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
          text="No Payment History Data Available..."
          {...(page > 1 && {
            note: 'The payment history is shorter than that.',
            action: <Button onClick={() => onPage(1)}>First page</Button>,
          })}
        />
      </Card>
    )
  return (
    <>
      <VirtualRows
        label="Payment history"
        rows={data.rows}
        keyOf={keyOf}
        columns={historyColumns}
        layout={css.row}
        rowHeight={48}
        narrowRowHeight={112}
        renderCells={renderCells}
      />
      {(page > 1 || !isLastPage(page, data.count)) && (
        <Pager
          label="Pages of the payment history"
          range={rangeText(page, data.rows.length)}
          page={page}
          isLast={isLastPage(page, data.count)}
          busy={history.isPlaceholderData}
          onPage={onPage}
        />
      )}
    </>
  )
}

const keyOf = (entry: PaymentHistoryEntry) => entry.id
