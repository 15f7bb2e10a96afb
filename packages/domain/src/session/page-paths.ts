/** The closed table of pages; any other path is 'Not Found'. */
const pagePaths = [
  /^\/$/,
  /^\/(notSigned|companies|attention|manage|users|invites|confirm|invoices|licenses|erf|ture)$/,
  /^\/invoices\/detail\/[^/]+$/,
  /^\/payments(\/balance)?$/,
  /^\/license\/review$/,
  /^\/erf\/detail\/[^/]+$/,
  /^\/accreditation\/purchase$/,
]

export function isPagePath(path: string): boolean {
  return pagePaths.some((pattern) => pattern.test(path))
}
