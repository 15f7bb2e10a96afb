/** The closed table of pages; any other path is 'Not Found'. `:id` stands for anything. */
const pages = [
  '/',
  '/notSigned',
  '/companies',
  '/attention',
  '/manage',
  '/users',
  '/invites',
  '/confirm',
  '/invoices',
  '/invoices/detail/:id',
  '/payments',
  '/payments/balance',
  '/licenses',
  '/license/review',
  '/erf',
  '/erf/detail/:id',
  '/ture',
  '/accreditation/purchase',
].map(wordsOf)

/** Returns the path as the portal spells it, or undefined if it leads to no page. Case and slashes at the end are forgiven. */
export function pagePathOf(path: string): string | undefined {
  const given = wordsOf(path)
  for (const page of pages) {
    const leadsHere = page.every((word, at) =>
      word === ':id' ? given[at] : word.toLowerCase() === given[at]?.toLowerCase(),
    )
    if (leadsHere && page.length === given.length)
      return page.map((word, at) => (word === ':id' ? given[at] : word)).join('/') || '/'
  }
  return undefined
}

function wordsOf(path: string): string[] {
  return path.replace(/\/+$/, '').split('/')
}
