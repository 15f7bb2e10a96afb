import * as endpoints from '@portal/domain/payments/payments.endpoints'
import type { PaymentFilter } from '@portal/domain/payments/payment-list.schema'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { fetchFile } from '../api/fetch-file.ts'
import { fetchPage } from '../api/paged.ts'
import type { PaymentHistorySearch } from './payments-search.ts'

/** Payments of a page. */
export const paymentPageSize = 100

const filterOf = (
  accountId: string,
  { status, from, to }: PaymentHistorySearch,
): PaymentFilter => ({
  companyFilter: accountId,
  ...(status && { status }),
  ...(from && { from }),
  ...(to && { to }),
})

const paymentListKey = (accountId: string) => ['payment-list', accountId] as const

export function paymentListQuery(accountId: string, search: PaymentHistorySearch) {
  return queryOptions({
    queryKey: [...paymentListKey(accountId), search],
    queryFn: ({ signal }) => {
      const { page = 1 } = search
      const query = { ...filterOf(accountId, search), page, perPage: paymentPageSize }
      return fetchPage(endpoints.listPayments, { query, signal })
    },
    // A payment made a moment ago is looked for here first.
    staleTime: 0,
    // The page in sight stays until the next one is there.
    placeholderData: keepPreviousData,
  })
}

/** The payments of one invoice, newest first. */
export function invoicePaymentsQuery(accountId: string, invoiceNumber: string) {
  return queryOptions({
    // Below the invoice, so that what changes it fetches its payments again too.
    queryKey: ['invoice', accountId, invoiceNumber, 'payments'],
    queryFn: ({ signal }) => {
      const query = { companyFilter: accountId, invoiceNumber, page: 1, perPage: paymentPageSize }
      return fetchPage(endpoints.listPayments, { query, signal })
    },
    staleTime: 0,
  })
}

/** All payments that the filters leave, as a file. */
export function fetchPaymentsCsv(accountId: string, search: PaymentHistorySearch) {
  return fetchFile(endpoints.downloadPayments, `payments-${accountId}.csv`, {
    query: filterOf(accountId, search),
  })
}
