import type { PaymentHistoryEntry } from '@portal/domain/payments/payment-history.schema'
import type { UseQueryResult } from '@tanstack/react-query'
import { History } from 'lucide-react'
import { useCallback } from 'react'
import type { Paged } from '../api/paged.ts'
import { usePortal } from '../session/useSession.ts'
import { PagedList } from '../ui/PagedList.tsx'
import { pageSize } from './payment-history-page.ts'
import css from './PaymentHistoryPanel.module.css'
import { historyColumns, PaymentHistoryCells } from './PaymentHistoryCells.tsx'
import { useReceipt } from './useReceipt.ts'

interface PaymentHistoryListProps {
  history: UseQueryResult<Paged<PaymentHistoryEntry>>
  page: number
  onPage: (page: number) => void
}

export function PaymentHistoryList({ history, page, onPage }: PaymentHistoryListProps) {
  const { accountId } = usePortal().company
  const receipt = useReceipt(accountId)
  const renderCells = useCallback(
    (entry: PaymentHistoryEntry) => <PaymentHistoryCells entry={entry} onReceipt={receipt} />,
    [receipt],
  )
  return (
    <PagedList
      list={history}
      label="Payment history"
      loading="Loading the payment history"
      lines={8}
      failed="An error occurred while fetching payment history."
      empty={{
        icon: <History size={24} aria-hidden />,
        text: 'No Payment History Data Available...',
      }}
      beyond="The payment history is shorter than that."
      pages="Pages of the payment history"
      page={page}
      size={pageSize}
      onPage={onPage}
      keyOf={keyOf}
      columns={historyColumns}
      layout={css.row}
      rowHeight={48}
      narrowRowHeight={112}
      renderCells={renderCells}
    />
  )
}

const keyOf = (entry: PaymentHistoryEntry) => entry.id
