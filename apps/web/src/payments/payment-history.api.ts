import type { PaymentHistoryEntry } from '@portal/domain/payments/payment-history.schema'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { send } from '../api/call.ts'
import { config } from '../api/config.ts'
import { fileNameOf } from '../api/download.ts'
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

export async function fetchReceipt(accountId: string, paymentId: string) {
  const path = `/payment/receipt/${encodeURIComponent(paymentId)}.pdf`
  const response = await send(path, {
    base: config.mainBase,
    query: { companyFilter: accountId },
  })
  const disposition = response.headers.get('content-disposition')
  return { file: await response.blob(), name: fileNameOf(disposition, 'receipt.pdf') }
}
