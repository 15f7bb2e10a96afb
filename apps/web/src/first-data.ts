import { mayUse, type Access } from '@portal/domain/kernel/permissions'
import type { QueryClient } from '@tanstack/react-query'
import { homeQuery } from './home/home.api.ts'
import { invoiceDetailQuery, invoiceListQuery } from './invoices/invoices.api.ts'
import { viewsQuery } from './invoices/views.api.ts'
import { namedHere } from './kernel/company-in-address.ts'
import { isPossibleId } from './kernel/search-params.ts'
import { licensesSearch, panelOf } from './licenses/licenses-search.ts'
import { heldCostsQuery, heldQuery } from './licenses/licenses.api.ts'
import { agingQuery } from './payments/balance/aging.api.ts'
import { activeCompany, otherCompany } from './session/active-company.ts'
import { authenticationQuery, myselfQuery } from './session/session.api.ts'
import { superMode } from './session/super-mode.ts'
import { spendQuery } from './spend/spend.api.ts'
import { spendSearch } from './spend/spend-search.ts'

interface FirstData {
  path: RegExp
  access: Access
  /** The screen's own queries of this company; `id` is the matched part of the path. */
  queries: (
    accountId: string,
    id: string,
    search: Record<string, string>,
  ) => { queryKey: readonly unknown[] }[]
}

const pages: readonly FirstData[] = [
  { path: /^\/$/, access: 'signedIn', queries: (accountId) => [homeQuery(accountId)] },
  {
    path: /^\/invoices$/,
    access: 'AccessInvoices',
    queries: (accountId) => [
      invoiceListQuery(accountId),
      agingQuery(accountId),
      viewsQuery(accountId),
    ],
  },
  {
    path: /^\/invoices\/detail\/([^/]+)$/,
    access: 'AccessInvoices',
    queries: (accountId, id) => [invoiceDetailQuery(accountId, id)],
  },
  {
    path: /^\/invoices\/spend$/,
    access: 'AccessInvoices',
    queries: (accountId, _, given) => [spendQuery(accountId, spendSearch.parse(given))],
  },
  {
    path: /^\/licenses$/,
    access: 'AccessLicenses',
    queries: (accountId, _, given) => {
      const search = licensesSearch.parse(given)
      if (panelOf(search) !== 'in_force') return []
      return [heldQuery(accountId, search), heldCostsQuery(accountId, search)]
    },
  },
  {
    path: /^\/payments\/balance$/,
    access: ['AccessInvoices', 'PayInvoices'],
    queries: (accountId) => [agingQuery(accountId)],
  },
]

/**
 * Requests the session and what the page shows first, before the page's code has loaded. These are the queries of
 * the session and of the screens, so the page uses each response instead of requesting it again. It handles their
 * failures too.
 */
export async function loadFirstData(
  client: QueryClient,
  { pathname, search }: Location,
): Promise<void> {
  try {
    const { isAuthenticated } = await client.fetchQuery(authenticationQuery)
    const me = isAuthenticated && (await client.fetchQuery(myselfQuery))
    // The page first asks the user to choose the company.
    if (!me || otherCompany(me, superMode(), namedHere())) return
    const { accountId } = activeCompany(me, superMode())
    for (const { path, access, queries } of pages) {
      const [found, id = ''] = path.exec(pathname) ?? []
      const given = decodeURIComponent(id)
      if (found === undefined || !isPossibleId(given) || !mayUse(me, access)) continue
      const params = Object.fromEntries(new URLSearchParams(search))
      for (const query of queries(accountId, given, params)) void client.prefetchQuery(query)
    }
  } catch {
    // The page shows the failure.
  }
}
