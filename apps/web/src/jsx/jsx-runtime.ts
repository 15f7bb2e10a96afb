// What JSX is compiled to (vite.config.ts). A browser that translates a page puts each text node into elements of its own. React
// keeps the node and not its place: it would update a text that nobody sees, and fail to add or remove an element beside it. So a
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
  const texts: ReactNode[] = []
  let begin = -1
  for (const [place, child] of children.entries()) {
    texts.push(child === '' ? null : child)
    if (child === null || child === undefined || typeof child === 'boolean' || child === '')
      continue
    if (typeof child !== 'string' && typeof child !== 'number') {
      begin = -1
      continue
    }
    if (begin < 0) begin = place
    else {
      texts[begin] = `${texts[begin] as string | number}${child}`
      texts[place] = null
    }
  }
  const shown = texts.filter((one) => one !== null && one !== undefined && typeof one !== 'boolean')
  if (shown.every(isText)) return shown[0]
  return texts.map((one) => (isText(one) ? jsx(ownText, { children: one }) : one))
}

const ownText = 'portal-text' as ElementType
const isText = (child: ReactNode) => typeof child === 'string' || typeof child === 'number'
