import * as endpoints from '@portal/domain/payments/payments.endpoints'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { config } from '../api/config.ts'
import { fetchFile } from '../api/fetch-file.ts'
import { fetchPage } from '../api/paged.ts'
import { pageSize } from './payment-history-page.ts'

export function paymentHistoryQuery(accountId: string, page: number) {
  return queryOptions({
    queryKey: ['payment-history', accountId, page],
    queryFn: ({ signal }) => {
      const query = { companyFilter: accountId, page, perPage: pageSize }
      return fetchPage(endpoints.listPaymentHistory, { query, signal })
    },
    // A payment made a moment ago is looked for here first.
    staleTime: 0,
    // The page in sight stays until the next one is there.
    placeholderData: keepPreviousData,
  })
}

export function fetchReceipt(accountId: string, paymentId: string) {
  return fetchFile(endpoints.downloadReceipt, 'receipt.pdf', {
    base: config.mainBase,
    params: { file: `${paymentId}.pdf` },
    query: { companyFilter: accountId },
  })
}
