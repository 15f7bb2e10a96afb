import type { FunctionComponent, ReactElement } from 'react'

/** A component of a library whose type allows texts too; it renders an element, or the children that it is given. */
export const libraryComponent = <Props>(component: FunctionComponent<Props>) =>
  component as (props: Props) => ReactElement
