import type { Screen } from './screen.ts'

/** Data of other companies: no screen may show it, and addresses try to reach it. */
export interface Strangers {
  invoices: string[]
  requests: string[]
  orders: string[]
  accounts: string[]
}

/** Invalid addresses, and addresses of other companies' data. */
export function junkAddresses(
  { path, search }: Pick<Screen, 'path' | 'search'>,
  strangers: Strangers,
): string[] {
  const here = `${path}${search}`
  const joined = `${here}${search ? '&' : '?'}`
  const [account = ''] = strangers.accounts
  return [
    ...strangers.invoices.map((id) => `/invoices/detail/${encodeURIComponent(id)}`),
    ...strangers.requests.map((id) => `/erf/detail/${encodeURIComponent(id)}`),
    ...strangers.orders.flatMap((id) => [`/licenses?draft=${id}`, `/licenses?order=${id}`]),
    `/invoices/detail/${'x'.repeat(200)}`,
    '/invoices/detail/%00',
    '/erf/detail/..%2F..',
    '/licenses?draft=-1&order=abc',
    '/payments?tab=foo&page=NaN',
    '/manage?size=All&page=-1&q=%E0%A4%A',
    '/users?user=__proto__',
    '/confirm?code=abc.',
    '/nowhere/at/all',
    `${joined}companyFilter=${account}&accountId=${account}&crmId=${account}`,
    `${joined}page=99999&sort=%3Cscript%3E&status=Open`,
    `${path}#%3Cimg%20src=x%3E`,
    '/invoices?payAll=open&pay=open',
    '/companies',
    '/attention',
    '/',
  ]
}
