// The functions that JSX is compiled to (vite.config.ts). A browser that translates a page moves each text node into a new
// element. React keeps the node, not its place: it would update a detached text, and fail to add or remove an element
// beside it. Therefore a text is the only child of its element: adjacent texts are joined, and a text beside elements is
// wrapped in an element without a box.
import type {
  ComponentClass,
  ElementType,
  ExoticComponent,
  JSX as ReactJsx,
  Key,
  ReactNode,
} from 'react'
import { Fragment, jsx as reactJsx, jsxs as reactJsxs } from 'react/jsx-runtime'

export { Fragment }

interface Props {
  children: readonly ReactNode[]
}

export const jsx = (type: ElementType, props: { children?: ReactNode }, key?: Key) =>
  reactJsx(type, withOwnText(type, props), key)

export const jsxs = (type: ElementType, props: Props, key?: Key) =>
  reactJsxs(type, withOwnText(type, { ...props, children: withOwnTexts(props.children) }), key)

/** A fragment has no element, so even its only text is wrapped. */
export const withOwnText = <Given extends { children?: ReactNode }>(
  type: unknown,
  props: Given,
): Given =>
  type === Fragment && isText(props.children)
    ? { ...props, children: reactJsx(ownText, { children: props.children }) }
    : props

/** Each child keeps its position, by which React identifies it. */
export function withOwnTexts(children: readonly ReactNode[]): ReactNode {
  const own: ReactNode[] = children.map((child) => (isNothing(child) ? null : child))
  let begin = -1
  let text = ''
  for (const [place, child] of own.entries()) {
    if (child === null) continue
    if (!isText(child)) {
      begin = -1
      continue
    }
    text = begin < 0 ? String(child) : `${text}${child}`
    if (begin < 0) begin = place
    else own[place] = null
    own[begin] = text
  }
  const shown = own.filter((one) => one !== null)
  if (shown.every(isText)) return shown[0]
  return own.map((one) => (isText(one) ? reactJsx(ownText, { children: one }) : one))
}

const ownText = 'portal-text' as ElementType
const isNothing = (child: ReactNode) =>
  child === undefined || typeof child === 'boolean' || child === ''
const isText = (child: ReactNode) => typeof child === 'string' || typeof child === 'number'

/** The return type of a component: not a bare text, which would be placed directly in the parent's element. */
export type Rendered = ReactJsx.Element | readonly ReactJsx.Element[] | null | undefined | false

export declare namespace JSX {
  type ElementType =
    string | ComponentClass<never> | ExoticComponent<never> | ((props: never) => Rendered)
  type Element = ReactJsx.Element
  type ElementClass = ReactJsx.ElementClass
  type ElementAttributesProperty = ReactJsx.ElementAttributesProperty
  type ElementChildrenAttribute = ReactJsx.ElementChildrenAttribute
  type LibraryManagedAttributes<C, P> = ReactJsx.LibraryManagedAttributes<C, P>
  type IntrinsicAttributes = ReactJsx.IntrinsicAttributes
  type IntrinsicClassAttributes<T> = ReactJsx.IntrinsicClassAttributes<T>
  type IntrinsicElements = ReactJsx.IntrinsicElements
}
