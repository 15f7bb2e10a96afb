import { Fragment, jsxDEV as reactJsxDev } from 'react/jsx-dev-runtime'
import { withOwnTexts } from './jsx-runtime.ts'

export { Fragment }

export const jsxDEV: typeof reactJsxDev = (type, props, key, isStatic, ...rest) => {
  const children = (props as { children?: never[] }).children
  const own =
    isStatic && children ? { ...(props as object), children: withOwnTexts(children) } : props
  return reactJsxDev(type, own, key, isStatic, ...rest)
}
