import type { PaymentHistoryEntry } from '@portal/domain/payments/payment-history.schema'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { send } from '../api/call.ts'
import { config } from '../api/config.ts'
import { fileNameOf } from '../api/download.ts'
import { pageSize } from './payment-history-page.ts'

/** One page of the history, and how many entries there are in all. */
export interface PaymentHistoryRows {
  rows: PaymentHistoryEntry[]
  count: number
}

export function paymentHistoryQuery(accountId: string, page: number) {
  return queryOptions({
    queryKey: ['payment-history', accountId, page],
    queryFn: async ({ signal }): Promise<PaymentHistoryRows> => {
      const response = await send('/payment/history', {
        query: {
          companyFilter: accountId,
          page,
          perPage: pageSize,
          userFilter: '',
          orderDescending: '',
        },
        signal,
      })
      const rows = (await response.json()) as PaymentHistoryEntry[]
      return { rows, count: Number(response.headers.get('x-count') ?? rows.length) }
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
