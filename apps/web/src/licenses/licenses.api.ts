import type { TableFormat } from '@portal/domain/kernel/csv'
import { mostHeld } from '@portal/domain/licenses/held-lists'
import * as endpoints from '@portal/domain/licenses/licenses.endpoints'
import type { HeldLicense } from '@portal/domain/licenses/held.schema'
import type { LineItem, Product, WithdrawItems } from '@portal/domain/licenses/licenses.schema'
import { keepPreviousData, queryOptions, type QueryFunction } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { config } from '../api/config.ts'
import { fetchFile } from '../api/fetch-file.ts'
import { fetchPage, type Paged } from '../api/paged.ts'
import { today } from '../kernel/today.ts'
import type { HeldSearch, LicensesSearch } from './licenses-search.ts'

export const pageSize = 25

export const licensesKey = (accountId: string) => ['licenses', accountId] as const
/** The key of the list's pages, without the details of single orders. */
export const ordersKey = (accountId: string) => [...licensesKey(accountId), 'orders'] as const

/** Known data is shown and read again: a colleague may have ordered meanwhile. */
const read = <Data>(accountId: string, key: readonly unknown[], queryFn: QueryFunction<Data>) =>
  queryOptions({ queryKey: [...licensesKey(accountId), ...key], queryFn, staleTime: 0 })

/** The catalog changes with an import, not while a user builds an order. */
const ofCatalog = { staleTime: 5 * 60_000 }

export const productsQuery = (accountId: string) => ({
  ...read(accountId, ['products'], async ({ signal }) => {
    const query = { companyFilter: accountId }
    const products = await call(endpoints.listProducts, { query, signal })
    return new Map(products.map((product) => [product.productId, product]))
  }),
  ...ofCatalog,
})

export const networksQuery = (accountId: string) => ({
  ...read(accountId, ['networks'], ({ signal }) =>
    call(endpoints.listNetworks, { query: { companyFilter: accountId }, signal }),
  ),
  ...ofCatalog,
})

type HeldFilter = Pick<HeldSearch, 'find' | 'standing'>

const heldFilter = (accountId: string, { find, standing }: HeldFilter) => ({
  companyFilter: accountId,
  search: find,
  ...(standing && { standing }),
})

/** As many as fit in an order, so that "select all" can be ordered. */
export const heldPageSize = 500

export interface HeldAnswer extends Paged<HeldLicense> {
  products: ReadonlyMap<string, Product>
}

export function heldQuery(accountId: string, asked: Omit<HeldSearch, 'grouped'>) {
  const { find, standing, sort, direction, part: page } = asked
  const key = ['held', { find, standing, sort, direction, page }]
  return {
    ...read(accountId, key, async ({ signal, client }): Promise<HeldAnswer> => {
      const filter = heldFilter(accountId, asked)
      const query = { ...filter, sort, direction, page, perPage: heldPageSize }
      const [held, products] = await Promise.all([
        fetchPage(endpoints.listHeldLicenses, { query, signal }),
        client.ensureQueryData(productsQuery(accountId)),
      ])
      return { ...held, products }
    }),
    placeholderData: keepPreviousData,
  }
}

/** Returns those of these licenses that the company holds now, by id. */
export async function findHeld(
  accountId: string,
  licenseIds: readonly string[],
  signal?: AbortSignal,
): Promise<Map<string, HeldLicense>> {
  const found = await call(endpoints.findHeldLicenses, {
    query: { companyFilter: accountId },
    body: { licenseIds: licenseIds.slice(0, mostHeld) },
    ...(signal && { signal }),
  })
  return new Map(found.map((license) => [license.licenseId, license]))
}

/** The held licenses with these ids, for a screen; without ids no request is needed. */
export function namedHeldQuery(accountId: string, ids: readonly string[]) {
  const licenseIds = ids.toSorted()
  return {
    ...read(accountId, ['named', licenseIds], ({ signal }) =>
      findHeld(accountId, licenseIds, signal),
    ),
    enabled: licenseIds.length > 0,
    ...(licenseIds.length === 0 && { initialData: new Map<string, HeldLicense>() }),
    // After an item is deleted, the prices of the others are known.
    placeholderData: (before: Map<string, HeldLicense> | undefined) =>
      before && licenseIds.every((id) => before.has(id)) ? before : undefined,
  }
}

/** The monthly cost of the licenses that match. */
export const heldCostsQuery = (accountId: string, { find, standing }: HeldFilter) => ({
  ...read(accountId, ['costs', { find, standing }], ({ signal }) =>
    call(endpoints.getHeldCosts, { query: heldFilter(accountId, { find, standing }), signal }),
  ),
  placeholderData: keepPreviousData,
})

export const differencesQuery = (accountId: string) =>
  read(accountId, ['differences'], ({ signal }) =>
    call(endpoints.listRecordDifferences, { query: { companyFilter: accountId }, signal }),
  )

export function fetchHeld(
  accountId: string,
  asked: Omit<HeldSearch, 'grouped' | 'part'>,
  format: TableFormat,
) {
  const { sort, direction } = asked
  return fetchFile(endpoints.downloadHeld, `licenses-${accountId}-${today()}.${format}`, {
    query: { ...heldFilter(accountId, asked), sort, direction, format },
  })
}

export const licenseQuery = (accountId: string, licenseId: string) =>
  read(accountId, ['license', licenseId], ({ signal }) => {
    const query = { companyFilter: accountId }
    return call(endpoints.getLicenseLife, { params: { licenseId }, query, signal })
  })

/** The first page of licenses of a product; the list of all licenses has the others. */
export const heldOfQuery = (accountId: string, productSku: string) =>
  read(accountId, ['of', productSku], ({ signal }) => {
    const query = { companyFilter: accountId, page: 1, perPage: heldPageSize, productSku }
    return fetchPage(endpoints.listHeldLicenses, { query, signal })
  })

/** The licenses that may match a typed item. */
export function fetchNamed(
  accountId: string,
  names: { productSku: string; networkName: string; userName: string },
) {
  const query = { companyFilter: accountId, page: 1, perPage: 500, ...names }
  return call(endpoints.listHeldLicenses, { query })
}

export const ordersQuery = (
  accountId: string,
  search: Pick<LicensesSearch, 'q' | 'status' | 'page'>,
) => ({
  ...read(accountId, ['orders', search], ({ signal }) =>
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
  ),
  // The current page stays visible until the next one has loaded.
  placeholderData: keepPreviousData,
})

export const orderQuery = (accountId: string, id: string) =>
  read(accountId, ['order', id], ({ signal }) => readOrder(accountId, id, signal))

export function readOrder(accountId: string, id: string, signal?: AbortSignal) {
  const query = { companyFilter: accountId }
  return call(endpoints.getOrder, { params: { id }, query, ...(signal && { signal }) })
}

export const checkOrder = (accountId: string, lineItems: readonly LineItem[]) =>
  call(endpoints.checkOrder, {
    keepsSession: true,
    query: { companyFilter: accountId },
    body: { lineItems: [...lineItems] },
  })

export const deleteDraft = (accountId: string, id: number) =>
  call(endpoints.deleteDraft, {
    params: { id: String(id) },
    query: { companyFilter: accountId },
  })

export const withdrawItem = (
  accountId: string,
  orderId: number,
  line: WithdrawItems['lines'][number],
) =>
  call(endpoints.withdrawItems, {
    params: { id: String(orderId) },
    query: { companyFilter: accountId },
    body: { lines: [line] },
  })

export const fetchConfirmation = (accountId: string, id: number) =>
  fetchFile(endpoints.downloadConfirmation, `license-order-${id}.pdf`, {
    base: config.mainBase,
    params: { file: `${id}.pdf` },
    query: { companyFilter: accountId },
  })
