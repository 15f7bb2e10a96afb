import type { Access } from '@portal/domain/kernel/permissions'
import { vi } from 'vitest'
import type { SearchSchema } from '../apps/web/src/kernel/search-params.ts'

// The frame and the screens that load with the routes need a browser; the routes themselves do not.
vi.mock('../apps/web/src/shell/Shell.tsx', () => ({ Shell: () => null }))
vi.mock('../apps/web/src/home/StartScreen.tsx', () => ({ StartScreen: () => null }))
vi.mock('../apps/web/src/session/NotSignedScreen.tsx', () => ({ NotSignedScreen: () => null }))
vi.mock('../apps/web/src/ui/page/NotFound.tsx', () => ({ NotFound: () => null }))

export interface WebRoute {
  /** As in the router, with `$name` for a path parameter. */
  path: string
  access: Access
  schema: SearchSchema | undefined
}

interface Options {
  path: string
  staticData: { access: Access }
  validateSearch?: SearchSchema
}

/** Every route of the web with its address parameters, from the route tree. */
export async function webRoutes(): Promise<WebRoute[]> {
  vi.stubGlobal('location', { pathname: '/' })
  const { routeTree } = await import('../apps/web/src/routes.tsx')
  vi.unstubAllGlobals()
  return Object.values(routeTree.children ?? []).map((route) => {
    const { path, staticData, validateSearch } = route.options as Options
    return { path, access: staticData.access, schema: validateSearch }
  })
}
