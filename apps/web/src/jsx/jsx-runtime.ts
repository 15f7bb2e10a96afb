// What JSX is compiled to (vite.config.ts). A browser that translates a page puts each text node into elements of its own. React
// keeps the node and not its place: it would update a text that is not on the page, and fail to add or remove an element beside it. So a
// text is the only child of its element: texts side by side become one, and a text beside elements gets one that has no box.
import type { ElementType, Key, ReactNode } from 'react'
import { Fragment, jsx, jsxs as reactJsxs } from 'react/jsx-runtime'

export { Fragment, jsx }

interface Props {
  children: readonly ReactNode[]
}

export const jsxs = (type: ElementType, props: Props, key?: Key) =>
  reactJsxs(type, { ...props, children: withOwnTexts(props.children) }, key)

/** Each child keeps its place, by which React knows it again. */
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
  return own.map((one) => (isText(one) ? jsx(ownText, { children: one }) : one))
}

const ownText = 'portal-text' as ElementType
const isNothing = (child: ReactNode) =>
  child === undefined || typeof child === 'boolean' || child === ''
const isText = (child: ReactNode) => typeof child === 'string' || typeof child === 'number'
