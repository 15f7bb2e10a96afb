import type { Access } from '@portal/domain/session/permissions'
import { vi } from 'vitest'
import type { SearchSchema } from '../apps/web/src/kernel/search-params.ts'

// The frame and the screens that are loaded with the routes need a browser; the routes themselves do not.
vi.mock('../apps/web/src/shell/Shell.tsx', () => ({ Shell: () => null }))
vi.mock('../apps/web/src/session/LandingScreen.tsx', () => ({ LandingScreen: () => null }))
vi.mock('../apps/web/src/session/NotSignedScreen.tsx', () => ({ NotSignedScreen: () => null }))
vi.mock('../apps/web/src/ui/NotFound.tsx', () => ({ NotFound: () => null }))

export interface WebRoute {
  /** As the router has it, with `$name` for a parameter of the path. */
  path: string
  access: Access
  schema: SearchSchema | undefined
}

interface Options {
  path: string
  staticData: { access: Access }
  validateSearch?: SearchSchema
}

/** Every route of the web with the parameters of its address, from the route tree itself. */
export async function webRoutes(): Promise<WebRoute[]> {
  vi.stubGlobal('location', { pathname: '/' })
  const { routeTree } = await import('../apps/web/src/routes.tsx')
  vi.unstubAllGlobals()
  return Object.values(routeTree.children ?? []).map((route) => {
    const { path, staticData, validateSearch } = route.options as Options
    return { path, access: staticData.access, schema: validateSearch }
  })
}
