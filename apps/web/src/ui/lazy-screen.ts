import { lazyRouteComponent } from '@tanstack/react-router'
import { createElement, lazy, useLayoutEffect, type ComponentType } from 'react'
import { loadWhenReached } from '../api/connection.ts'
import { holdKeys, layerIsThere } from './held-keys.ts'

/** The code of a page failed to load: usually a new version of the portal has replaced it. */
export class ScreenNotLoaded extends Error {
  override name = 'ScreenNotLoaded'
}

/**
 * A page that is loaded when it is first opened. If that fails, the router shows its error component. The router
 * would otherwise reload immediately, which without a connection shows the browser's error page.
 */
export function lazyScreen<Name extends string>(
  load: () => Promise<Record<Name, ComponentType>>,
  name: Name,
) {
  return lazyRouteComponent(() => loadCode(load), name)
}

/** Loads code, and retries once when the server can be reached again; a second failure throws `ScreenNotLoaded`. */
export async function loadCode<Loaded>(load: () => Promise<Loaded>): Promise<Loaded> {
  try {
    return await loadWhenReached(load)
  } catch (cause) {
    throw new ScreenNotLoaded('The page was not loaded.', { cause })
  }
}

/** A layer that is loaded when it is first opened: most visits never open it. Keys that are pressed until then reach it. */
export function lazyLayer<Name extends string, Props extends object>(
  load: () => Promise<Record<Name, ComponentType<Props>>>,
  name: Name,
) {
  const Loaded = lazy(async () => {
    holdKeys()
    const loaded = await loadCode(load).finally(layerIsThere)
    return { default: loaded[name] }
  })
  return function Layer(props: Props) {
    useLayoutEffect(layerIsThere, [])
    return createElement(Loaded as unknown as ComponentType<Props>, props)
  }
}
