import { withoutEnd } from '../kernel/without-end.ts'

/** All pages; any other path is 'Not Found'. `:id` matches any value. */
const pages = [
  '/',
  '/notSigned',
  '/companies',
  '/attention',
  '/manage',
  '/users',
  '/invites',
  '/confirm',
  '/sessions',
  '/notifications',
  '/notifications/off',
  '/notifications/recipient',
  '/invoices',
  '/invoices/detail/:id',
  '/invoices/spend',
  '/invoices/statement',
  '/payments',
  '/payments/balance',
  '/licenses',
  '/license/review',
  '/erf',
  '/erf/detail/:id',
  '/ture',
  '/accreditation/purchase',
].map(wordsOf)

/** Returns the path in the portal's spelling, or undefined if it is not a page. Ignores case and slashes at the end. */
export function pagePathOf(path: string): string | undefined {
  return pageOf(path)?.path
}

/** Like `pagePathOf`, with the page's pattern, such as `/erf/detail/:id`. */
export function pageOf(path: string): { path: string; pattern: string } | undefined {
  const given = wordsOf(path)
  for (const page of pages) {
    const leadsHere = page.every((word, at) =>
      word === ':id' ? given[at] : word.toLowerCase() === given[at]?.toLowerCase(),
    )
    if (!leadsHere || page.length !== given.length) continue
    const spelled = page.map((word, at) => (word === ':id' ? given[at] : word))
    return { path: spelled.join('/') || '/', pattern: page.join('/') || '/' }
  }
  return undefined
}

function wordsOf(path: string): string[] {
  return withoutEnd(path, /\//).split('/')
}
