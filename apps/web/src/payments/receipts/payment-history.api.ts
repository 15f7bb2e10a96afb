import type { TableFormat } from '@portal/domain/kernel/csv'
import type { PaymentFilter } from '@portal/domain/payments/payment-list.schema'
import * as endpoints from '@portal/domain/payments/payments.endpoints'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { config } from '../../api/config.ts'
import { fetchFile } from '../../api/fetch-file.ts'
import { fetchPage } from '../../api/paged.ts'
import { pageSize } from './payment-history-page.ts'
import type { PaymentHistorySearch } from '../payments-search.ts'

export function paymentHistoryQuery(accountId: string, page: number) {
  return queryOptions({
    queryKey: ['payment-history', accountId, page],
    queryFn: ({ signal }) => {
      const query = {
        companyFilter: accountId,
        page,
        perPage: pageSize,
        userFilter: '' as const,
        orderDescending: '' as const,
      }
      return fetchPage(endpoints.listPaymentHistory, { query, signal })
    },
    // A user who has just paid looks for the payment here first.
    staleTime: 0,
    // The current page stays visible until the next one has loaded.
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

export function receiptRecipientsQuery(accountId: string) {
  return queryOptions({
    queryKey: ['receipt recipients', accountId],
    queryFn: ({ signal }) =>
      call(endpoints.listReceiptRecipients, { query: { companyFilter: accountId }, signal }),
    staleTime: 0,
  })
}

export function sendReceipt(
  accountId: string,
  paymentId: string,
  recipients: string[],
  key: string,
) {
  return call(endpoints.sendReceipt, {
    params: { paymentId },
    query: { companyFilter: accountId },
    body: { recipients },
    headers: { 'idempotency-key': key },
  })
}

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
    // A user who has just paid looks for the payment here first.
    staleTime: 0,
    // The current page stays visible until the next one has loaded.
    placeholderData: keepPreviousData,
  })
}

/** The payments of one invoice, newest first. */
export function invoicePaymentsQuery(accountId: string, invoiceNumber: string) {
  return queryOptions({
    // Nested below the invoice's key: invalidating the invoice also fetches its payments again.
    queryKey: ['invoice', accountId, invoiceNumber, 'payments'],
    queryFn: ({ signal }) => {
      const query = { companyFilter: accountId, invoiceNumber, page: 1, perPage: paymentPageSize }
      return fetchPage(endpoints.listPayments, { query, signal })
    },
    staleTime: 0,
  })
}

/** All payments that match the filters, as a file. */
export function fetchPayments(
  accountId: string,
  search: PaymentHistorySearch,
  format: TableFormat,
) {
  return fetchFile(endpoints.downloadPayments, `payments-${accountId}.${format}`, {
    query: { ...filterOf(accountId, search), format },
  })
}
