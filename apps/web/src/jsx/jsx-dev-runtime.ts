import { Fragment, jsxDEV as reactJsxDev } from 'react/jsx-dev-runtime'
import { withOwnText, withOwnTexts } from './jsx-runtime.ts'

export { Fragment }

export const jsxDEV: typeof reactJsxDev = (type, props, key, isStatic, ...rest) => {
  const given = props as { children?: never[] }
  const own =
    isStatic && given.children ? { ...given, children: withOwnTexts(given.children) } : given
  return reactJsxDev(type, withOwnText(type, own), key, isStatic, ...rest)
}
