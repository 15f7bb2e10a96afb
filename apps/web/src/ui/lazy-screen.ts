import { lazyRouteComponent } from '@tanstack/react-router'
import type { ComponentType } from 'react'

/** The code of a page did not arrive: there is no connection, or a new version of the portal has replaced it. */
export class ScreenNotLoaded extends Error {
  override name = 'ScreenNotLoaded'
}

/**
 * A page that is loaded when it is first opened. If that fails, the router shows its error component. The router's own
 * way is to reload at once, which without a connection leaves the browser's error page.
 */
export function lazyScreen<Name extends string>(
  load: () => Promise<Record<Name, ComponentType>>,
  name: Name,
) {
  const loadOrSay = () =>
    load().catch((cause: unknown) => {
      throw new ScreenNotLoaded('The page was not loaded.', { cause })
    })
  return lazyRouteComponent(loadOrSay, name)
}
