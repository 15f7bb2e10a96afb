import type { Access } from '@portal/domain/session/permissions'
import { createRouter } from '@tanstack/react-router'
import { queryClient } from './api/query-client.ts'
import { parseQuery, queryText } from './kernel/search-params.ts'
import type { OrderPanel } from './licenses/licenses-search.ts'
import { routeTree } from './routes.tsx'
import { authenticationQuery, myselfQuery } from './session/session.api.ts'
import { NotFound } from './ui/NotFound.tsx'
import { BrokenScreen } from './shell/BrokenScreen.tsx'
import { Loading } from './ui/Loading.tsx'

export const router = createRouter({
  routeTree,
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

// Rights may change while somebody works: who they are is asked again on every change of place.
router.subscribe('onBeforeNavigate', ({ pathChanged, fromLocation }) => {
  const session = queryClient.getQueryData(authenticationQuery.queryKey)
  if (pathChanged && fromLocation && session?.isAuthenticated)
    void queryClient.invalidateQueries({ queryKey: myselfQuery.queryKey })
})

// A screen reader starts at the new page's content, not at the link that led there.
router.subscribe('onRendered', ({ pathChanged, fromLocation }) => {
  if (pathChanged && fromLocation) document.getElementById('main')?.focus({ preventScroll: true })
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
  interface HistoryState {
    /** The query of the list an invoice was opened from. */
    listQuery?: string
    /** The panel the order area opens with. */
    orderPanel?: OrderPanel
  }
  interface StaticDataRouteOption {
    /** Who may open the page; a page that does not say it does not compile. */
    access: Access
    title: string
    /** Somebody without the right is taken to the first place they may use. */
    forwards?: boolean
  }
}
