import * as endpoints from '@portal/domain/licenses/licenses.endpoints'
import type { SaveOrder } from '@portal/domain/licenses/licenses.schema'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { config } from '../api/config.ts'
import { fetchFile } from '../api/fetch-file.ts'
import { fetchPage } from '../api/paged.ts'
import type { LicensesSearch } from './licenses-search.ts'

export const pageSize = 25

export const licensesKey = (accountId: string) => ['licenses', accountId] as const

export function productsQuery(accountId: string) {
  return queryOptions({
    queryKey: [...licensesKey(accountId), 'products'],
    queryFn: async ({ signal }) => {
      const query = { companyFilter: accountId }
      const products = await call(endpoints.listProducts, { query, signal })
      return new Map(products.map((product) => [product.productId, product]))
    },
    // A catalogue changes with an import, not while somebody orders.
    staleTime: 5 * 60_000,
  })
}

export function networksQuery(accountId: string) {
  return queryOptions({
    queryKey: [...licensesKey(accountId), 'networks'],
    queryFn: ({ signal }) =>
      call(endpoints.listNetworks, { query: { companyFilter: accountId }, signal }),
    staleTime: 5 * 60_000,
  })
}

export function heldQuery(accountId: string, search: string, page: number) {
  return queryOptions({
    queryKey: [...licensesKey(accountId), 'held', search, page],
    queryFn: ({ signal }) => {
      const query = { companyFilter: accountId, page, perPage: pageSize, search }
      return fetchPage(endpoints.listHeldLicenses, { query, signal })
    },
    placeholderData: keepPreviousData,
  })
}

export function ordersQuery(
  accountId: string,
  search: Pick<LicensesSearch, 'q' | 'status' | 'page'>,
) {
  return queryOptions({
    queryKey: [...licensesKey(accountId), 'orders', search],
    queryFn: ({ signal }) =>
      fetchPage(endpoints.listOrders, {
        query: {
          companyFilter: accountId,
          page: search.page,
          perPage: pageSize,
          search: search.q,
          statusFilter: search.status ?? '',
        },
        signal,
      }),
    staleTime: 0,
    // The page in sight stays until the next one is there.
    placeholderData: keepPreviousData,
  })
}

export function orderQuery(accountId: string, id: string) {
  return queryOptions({
    queryKey: [...licensesKey(accountId), 'order', id],
    queryFn: ({ signal }) =>
      call(endpoints.getOrder, { params: { id }, query: { companyFilter: accountId }, signal }),
    staleTime: 0,
  })
}

/** Makes an order, or changes the draft it was opened from. */
export function saveOrder(order: SaveOrder, draftId: number | undefined, key: string) {
  const asked = { headers: { 'idempotency-key': key }, body: order }
  return draftId === undefined
    ? call(endpoints.createOrder, asked)
    : call(endpoints.changeOrder, { params: { id: String(draftId) }, ...asked })
}

export function deleteDraft(accountId: string, id: number) {
  return call(endpoints.deleteDraft, {
    params: { id: String(id) },
    query: { companyFilter: accountId },
  })
}

export function fetchConfirmation(accountId: string, id: number) {
  return fetchFile(endpoints.downloadConfirmation, `license-order-${id}.pdf`, {
    base: config.mainBase,
    params: { file: `${id}.pdf` },
    query: { companyFilter: accountId },
  })
}
