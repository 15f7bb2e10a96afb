import type { PaymentEntry } from '@portal/domain/payments/payment-list.schema'
import type { UseQueryResult } from '@tanstack/react-query'
import { CreditCard } from 'lucide-react'
import { useCallback } from 'react'
import type { Paged } from '../api/paged.ts'
import { usePortal } from '../session/useSession.ts'
import { PagedList } from '../ui/PagedList.tsx'
import { PaymentCells, paymentColumns } from './PaymentCells.tsx'
import { paymentPageSize } from './payment-list.api.ts'
import css from './PaymentList.module.css'
import { useReceipt } from './useReceipt.ts'

interface PaymentListProps {
  payments: UseQueryResult<Paged<PaymentEntry>>
  page: number
  isFiltered: boolean
  onPage: (page: number) => void
  onClear: () => void
}

export function PaymentList({ payments, page, isFiltered, onPage, onClear }: PaymentListProps) {
  const receipt = useReceipt(usePortal().company.accountId)
  const renderCells = useCallback(
    (entry: PaymentEntry) => <PaymentCells entry={entry} onReceipt={receipt} />,
    [receipt],
  )
  return (
    <PagedList
      list={payments}
      label="Payments"
      loading="Loading the payments"
      lines={8}
      failed="An error occurred while fetching payment history."
      empty={{
        icon: <CreditCard size={24} aria-hidden />,
        text: 'No Payment History Data Available...',
      }}
      {...(isFiltered && { filtered: 'No payment matches the filters.' })}
      onClear={onClear}
      beyond="The payment history is shorter than that."
      pages="Pages of the payments"
      page={page}
      size={paymentPageSize}
      onPage={onPage}
      keyOf={keyOf}
      columns={paymentColumns}
      layout={css.row}
      rowHeight={52}
      narrowRowHeight={118}
      renderCells={renderCells}
    />
  )
}

const keyOf = (entry: PaymentEntry) => entry.id
