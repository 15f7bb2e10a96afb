import type { Access } from '@portal/domain/kernel/permissions'
import { createRouter } from '@tanstack/react-router'
import { queryClient } from './api/query-client.ts'
import { namedCompany, namedHere, nameInAddresses } from './kernel/company-in-address.ts'
import { portalHistory } from './kernel/portal-history.ts'
import { parseQuery, queryText } from './kernel/search-params.ts'
import { routeTree } from './routes.tsx'
import { companyInAddress } from './session/active-company.ts'
import { authenticationQuery, myselfQuery } from './session/session.api.ts'
import { superMode } from './session/super-mode.ts'
import { BrokenScreen } from './shell/BrokenScreen.tsx'
import { followReturns } from './ui/left-row.ts'
import { NotFound } from './ui/page/NotFound.tsx'
import { Loading } from './ui/Skeleton.tsx'

export const router = createRouter({
  routeTree,
  history: portalHistory,
  defaultPreload: 'intent',
  scrollRestoration: true,
  // Drops the parameters that no route declares.
  search: { strict: true },
  defaultNotFoundComponent: NotFound,
  defaultErrorComponent: BrokenScreen,
  defaultPendingComponent: Loading,
  parseSearch: parseQuery,
  stringifySearch: queryText,
})

followReturns(router.history)

// Links, bookmarks and new tabs of an acting super admin lead to the same company.
nameInAddresses(() => {
  const me = queryClient.getQueryData(myselfQuery.queryKey)
  // Kept until after sign-in, but not at sign-out.
  if (me === undefined)
    return queryClient.getQueryData(authenticationQuery.queryKey)?.leaving ? undefined : namedHere()
  return me ? companyInAddress(me, superMode(), namedCompany()) : undefined
})

// Permissions may change during a session: who-am-I is requested again on every navigation, but not for each letter of
// a search, which replaces the entry.
router.subscribe('onBeforeNavigate', ({ pathChanged, fromLocation, toLocation }) => {
  if (!fromLocation) return
  if (pathChanged) delete document.documentElement.dataset['first']
  const isOtherEntry = fromLocation.state.__TSR_index !== toLocation.state.__TSR_index
  const session = queryClient.getQueryData(authenticationQuery.queryKey)
  if ((pathChanged || isOtherEntry) && session?.isAuthenticated)
    void queryClient.invalidateQueries({ queryKey: myselfQuery.queryKey })
})

// Screen readers start at the new page's content, not at the link that led there.
router.subscribe('onRendered', ({ pathChanged, fromLocation }) => {
  if (pathChanged && fromLocation) document.getElementById('main')?.focus({ preventScroll: true })
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
  interface HistoryState {
    /** The query of the list from which the page was opened. */
    listQuery?: string
    /** The index of the list in the history. */
    listIndex?: number | undefined
    /** The entry opens a dialog or panel above the page of the entry before. */
    isLayer?: boolean
    /** The address of the page under the layer. */
    openedFrom?: string | undefined
  }
  interface StaticDataRouteOption {
    /** The access of the page; a page without it does not compile. */
    access: Access
    title: string
    /** False leaves out the navigation. */
    hasNav?: boolean
    /** Redirects users without the permission to the first page they may use. */
    forwards?: boolean
  }
}
