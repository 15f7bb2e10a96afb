import type { PaymentHistoryEntry } from '@portal/domain/payments/payment-history.schema'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { config } from '../api/config.ts'
import { fetchFile } from '../api/fetch-file.ts'
import { fetchPage } from '../api/paged.ts'
import { pageSize } from './payment-history-page.ts'

export function paymentHistoryQuery(accountId: string, page: number) {
  return queryOptions({
    queryKey: ['payment-history', accountId, page],
    queryFn: ({ signal }) => {
      const filters = { companyFilter: accountId, userFilter: '', orderDescending: '' }
      const query = { ...filters, page, perPage: pageSize }
      return fetchPage<PaymentHistoryEntry>('/payment/history', query, signal)
    },
    // A payment made a moment ago is looked for here first.
    staleTime: 0,
    // The page in sight stays until the next one is there.
    placeholderData: keepPreviousData,
  })
}

export function fetchReceipt(accountId: string, paymentId: string) {
  const path = `/payment/receipt/${encodeURIComponent(paymentId)}.pdf`
  const query = { companyFilter: accountId }
  return fetchFile(path, 'receipt.pdf', { base: config.mainBase, query })
}
