import type { Access } from '@portal/domain/session/permissions'

export interface RoutePolicy {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** As the server registers it, without the `/api` base. */
  route: string
  access: Access
  /** A path with things of the own company; the routes of both bases are tried on both. */
  example: string
  /** What somebody who may gets. */
  allowed: number
  bothBases?: boolean
  mainBaseOnly?: boolean
  body?: object
  /** Takes no company: the answer is the same whatever is asked for. */
  noCompany?: boolean
}

const get = (route: string, access: Access, more: Partial<RoutePolicy> = {}): RoutePolicy => ({
  method: 'GET',
  route,
  access,
  example: route,
  allowed: 200,
  ...more,
})

/** Who may call what. The server must have exactly these routes. */
export const policy: RoutePolicy[] = [
  get('/health/live', 'public', { mainBaseOnly: true, noCompany: true }),
  get('/health/ready', 'public', { mainBaseOnly: true, noCompany: true }),
  get('/is-authenticated', 'public', { bothBases: true, noCompany: true }),
  {
    method: 'POST',
    route: '/signin',
    access: 'public',
    example: '/signin',
    allowed: 200,
    bothBases: true,
    noCompany: true,
    body: { returnUrl: '/invoices' },
  },
  {
    method: 'POST',
    route: '/signout',
    access: 'public',
    example: '/signout',
    allowed: 200,
    bothBases: true,
    noCompany: true,
  },
  get('/auth/callback', 'public', { bothBases: true, noCompany: true, allowed: 302 }),
  get('/user/myself', 'signedIn'),
  get('/company/all', 'SuperAdmin'),
  get('/invoice', 'AccessInvoices'),
  get('/invoice/details/:invoiceNumber', 'AccessInvoices', { example: '/invoice/details/A-1' }),
  get('/invoice/aging', ['AccessInvoices', 'PayInvoices']),
  get('/invoice/statements', 'AccessInvoices', {
    example: '/invoice/statements?startdate=1/1/26&statementdate=11/30/26',
    bothBases: true,
  }),
  get('/invoice/pdf/:file', 'AccessInvoices', { example: '/invoice/pdf/A-1.pdf', bothBases: true }),
  get('/invoice/xls/:file', 'AccessInvoices', { example: '/invoice/xls/A-1.xls', bothBases: true }),
  get('/payment/card', 'PayInvoices'),
  get('/payment/card/default', 'PayInvoices'),
  {
    method: 'POST',
    route: '/payment/card',
    access: 'PayInvoices',
    example: '/payment/card?stripeToken=tok_visa',
    allowed: 200,
  },
  {
    method: 'PUT',
    route: '/payment/card/default',
    access: 'PayInvoices',
    example: '/payment/card/default?cardId=00000000-0000-4000-8000-000000000000',
    allowed: 404,
  },
  {
    method: 'DELETE',
    route: '/payment/card',
    access: 'PayInvoices',
    example: '/payment/card?cardId=00000000-0000-4000-8000-000000000000',
    allowed: 404,
  },
  {
    method: 'POST',
    route: '/invoice/:id/payment',
    access: 'PayInvoices',
    example: '/invoice/999999/payment',
    allowed: 404,
  },
  {
    method: 'POST',
    route: '/invoice/all-invoices/payment',
    access: 'PayInvoices',
    example: '/invoice/all-invoices/payment',
    allowed: 409,
  },
  get('/invoice/all-invoices/payment', 'PayInvoices'),
  get('/invoice/all-invoices/payment/:batchId', 'PayInvoices', {
    example: '/invoice/all-invoices/payment/00000000-0000-4000-8000-000000000000',
    allowed: 404,
  }),
  {
    method: 'POST',
    route: '/payment/provider-events',
    access: 'public',
    example: '/payment/provider-events',
    allowed: 400,
    noCompany: true,
    body: {},
  },
]

/** Every address of a policy's example. */
export function addresses({ example, bothBases, mainBaseOnly }: RoutePolicy): string[] {
  if (mainBaseOnly) return [example]
  return bothBases ? [example, `/api${example}`] : [`/api${example}`]
}

export function withCompany(path: string, ...values: string[]): string {
  const query = values.map((value) => `companyFilter=${encodeURIComponent(value)}`).join('&')
  return `${path}${path.includes('?') ? '&' : '?'}${query}`
}
