import type { FunctionComponent, ReactElement } from 'react'

/** Narrows the type of a library's component, which allows texts: the component renders an element or its children. */
export const libraryComponent = <Props>(component: FunctionComponent<Props>) =>
  component as (props: Props) => ReactElement
