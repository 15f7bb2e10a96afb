import { lazy, type ComponentType } from 'react'

/** A layer that is loaded when it is first opened: most visits never open it. */
export function lazyLayer<Name extends string, Props extends object>(
  load: () => Promise<Record<Name, ComponentType<Props>>>,
  name: Name,
) {
  return lazy(async () => ({ default: (await load())[name] }))
}
