import type { ApiScope } from '@portal/domain/integration/api-scopes'
import type { Access } from '@portal/domain/session/permissions'

export interface RoutePolicy {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** As the server registers it, without the `/api` base. */
  route: string
  /** A person's right, or what a key of the provider's systems must hold. */
  access: Access | ApiScope
  /** A path with things of the own company; the routes of both bases are tried on both. */
  example: string
  /** What somebody who may gets; two where it depends on what the person holds. */
  allowed: number | number[]
  bothBases?: boolean
  mainBaseOnly?: boolean
  body?: object
  /** The body names the own company, which another one in the query contradicts. */
  bodyNamesCompany?: boolean
  /** Takes no company: the answer is the same whatever is asked for. */
  noCompany?: boolean
}

const get = (
  route: string,
  access: Access | ApiScope,
  more: Partial<RoutePolicy> = {},
): RoutePolicy => ({
  method: 'GET',
  route,
  access,
  example: route,
  allowed: 200,
  ...more,
})

const nobody = '00000000-0000-4000-8000-000000000000'
const post = (
  route: string,
  access: Access,
  more: Partial<RoutePolicy> & { body: object },
): RoutePolicy => ({ method: 'POST', route, access, example: route, allowed: 200, ...more })

const emptyDraft = { user: { accountId: 'A1' }, data: { notes: '', lineItems: [] }, isDraft: true }

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
  get('/attention', 'SuperAdmin'),
  get('/attention/count', 'SuperAdmin'),
  post('/attention/charging', 'SuperAdmin', {
    body: { kind: 'all', booksWereSentAgain: true },
    allowed: 409,
  }),
  post('/attention/:list/:action', 'SuperAdmin', {
    example: '/attention/mails/send',
    body: { accountId: null, id: nobody },
    allowed: 409,
  }),
  get('/invoice', 'AccessInvoices'),
  get('/invoice/details/:invoiceNumber', 'AccessInvoices', { example: '/invoice/details/A-1' }),
  get('/invoice/aging', ['AccessInvoices', 'PayInvoices']),
  get('/invoice/statements', 'AccessInvoices', {
    example: '/invoice/statements?startdate=1/1/26&statementdate=11/30/26',
    bothBases: true,
  }),
  get('/invoice/pdf/:file', 'AccessInvoices', { example: '/invoice/pdf/A-1.pdf', bothBases: true }),
  get('/invoice/xls/:file', 'AccessInvoices', { example: '/invoice/xls/A-1.xls', bothBases: true }),
  get('/payment/instructions', 'PayInvoices', { bothBases: true }),
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
  get('/invoice/all-invoices/payment/plan', 'PayInvoices'),
  ...['continue', 'stop'].map((what) => ({
    method: 'POST' as const,
    route: `/invoice/all-invoices/payment/:batchId/${what}`,
    access: 'PayInvoices' as const,
    example: `/invoice/all-invoices/payment/00000000-0000-4000-8000-000000000000/${what}`,
    allowed: 404,
  })),
  get('/payment/history', 'PayInvoices'),
  get('/payment/list', 'PayInvoices'),
  get('/payment/list/csv', 'PayInvoices'),
  get('/payment/receipt/:file', 'PayInvoices', {
    example: `/payment/receipt/${nobody}.pdf`,
    allowed: 404,
    bothBases: true,
  }),
  get('/payment/recipients/external', 'PayInvoices'),
  get('/payment/recipients/users', 'PayInvoices'),
  post('/payment/recipient/external/add', 'PayInvoices', {
    body: { crmId: 'A1', emailRecipients: ['not an address'] },
    allowed: 400,
    bodyNamesCompany: true,
  }),
  {
    method: 'DELETE',
    route: '/payment/recipient/external/delete',
    access: 'PayInvoices',
    example: '/payment/recipient/external/delete?email=nobody@a.example',
    allowed: 404,
  },
  get('/payment/not-applied', 'PayInvoices'),
  get('/payment/autopay-status', 'PayInvoices'),
  {
    method: 'POST',
    route: '/payment/autopay/enable',
    access: 'PayInvoices',
    example: '/payment/autopay/enable',
    allowed: [200, 409],
  },
  {
    method: 'POST',
    route: '/payment/autopay/disable',
    access: 'PayInvoices',
    example: '/payment/autopay/disable',
    allowed: 200,
  },
  get('/payment/autopay/plan', 'PayInvoices'),
  {
    method: 'PUT',
    route: '/payment/autopay/settings',
    access: 'PayInvoices',
    example: '/payment/autopay/settings',
    body: { capPerCharge: null, capPerMonth: 500.5, pausedUntil: null },
    allowed: 200,
  },
  get('/invoice/pastDue', 'PayInvoices'),
  get('/invoice/upcomingUnpaidInvoices', 'PayInvoices'),
  get('/invoice/unpaidEligibleInvoices', 'PayInvoices'),
  get('/admin/history', 'ManageUsers'),
  get('/admin/history/values', 'ManageUsers'),
  get('/admin/history/csv', 'ManageUsers'),
  get('/admin/users', 'ManageUsers'),
  post('/admin/update-user', 'ManageUsers', {
    body: { userId: nobody, accountId: 'A1', role: 'User', permissions: [] },
    allowed: 404,
    bodyNamesCompany: true,
  }),
  {
    method: 'DELETE',
    route: '/admin/deactivate',
    access: 'ManageUsers',
    example: `/admin/deactivate?userId=${nobody}`,
    allowed: 404,
  },
  get('/invoice/invoice-categories/user', 'signedIn'),
  get('/invoice/invoice-categories/all', 'ManageUsers'),
  post('/invoice/invoice-categories/allusers', 'ManageUsers', { body: { userIdList: [nobody] } }),
  post('/invoice/invoice-categories/toggle', 'ManageUsers', {
    body: { userId: nobody, invoiceCategoryId: 1 },
    allowed: 404,
  }),
  get('/invite', 'ManageUsers'),
  post('/invite/invite', 'ManageUsers', {
    body: { email: 'new@a.example', accountId: 'A1', permissions: ['ManageUsers'] },
    bodyNamesCompany: true,
  }),
  {
    method: 'DELETE',
    route: '/invite/rescind/:inviteCode',
    access: 'ManageUsers',
    example: '/invite/rescind/unknown',
    allowed: 404,
  },
  get('/invite/check/:inviteCode', 'identified', {
    example: '/invite/check/unknown',
    allowed: 404,
  }),
  {
    method: 'POST',
    route: '/invite/accept',
    access: 'identified',
    example: '/invite/accept?InviteCode=unknown',
    allowed: 404,
  },
  get('/user/access-requests', 'signedIn'),
  post('/user/access-requests', 'signedIn', {
    body: { permission: 'PayInvoices' },
    allowed: [200, 409],
  }),
  get('/admin/access-requests', 'ManageUsers'),
  post('/admin/access-requests/:id', 'ManageUsers', {
    example: `/admin/access-requests/${nobody}`,
    body: { granted: false },
    allowed: 404,
  }),
  get('/ttnet/requests', 'AccessErfs'),
  get('/ttnet/request/:id', 'AccessErfs', {
    example: '/ttnet/request/ER-1',
    allowed: [200, 404],
  }),
  ...(['approve', 'cancel'] as const).map((decision): RoutePolicy => ({
    method: 'PUT',
    route: `/ttnet/${decision}`,
    access: 'AccessErfs',
    example: `/ttnet/${decision}?requestId=ER-1`,
    // With the company of the tests, where it is closed; 404 where there is none.
    allowed: [404, 409],
  })),
  get('/license/products', 'AccessLicenses'),
  get('/license/networks', 'AccessLicenses'),
  get('/license/held', 'AccessLicenses'),
  get('/license', 'AccessLicenses'),
  get('/license/:id', 'AccessLicenses', { example: '/license/999999', allowed: 404 }),
  get('/license/lineitems/:id', 'AccessLicenses', {
    example: '/license/lineitems/999999',
    allowed: 404,
  }),
  get('/license/confirmation/:file', 'AccessLicenses', {
    example: '/license/confirmation/999999.pdf',
    allowed: 404,
    bothBases: true,
  }),
  post('/license', 'AccessLicenses', { body: emptyDraft, bodyNamesCompany: true }),
  {
    method: 'PUT',
    route: '/license/:id',
    access: 'AccessLicenses',
    example: '/license/999999',
    body: emptyDraft,
    allowed: 404,
    bodyNamesCompany: true,
  },
  {
    method: 'DELETE',
    route: '/license/:id',
    access: 'AccessLicenses',
    example: '/license/999999',
    allowed: 404,
  },
  get('/openapi.json', 'public', { noCompany: true }),
  get('/docs', 'public', { noCompany: true }),
  get('/docs/style.css', 'public', { noCompany: true }),
  get('/integration/events', 'events:read', { noCompany: true }),
  {
    method: 'POST',
    route: '/integration/records',
    access: 'records:write',
    example: '/integration/records',
    allowed: 400,
    noCompany: true,
  },
  get('/integration/records/:id', 'records:write', {
    example: `/integration/records/${nobody}`,
    allowed: 404,
    noCompany: true,
  }),
  get('/accreditation/purchase', 'public', {
    example: '/accreditation/purchase?productId=unknown',
    allowed: 404,
    noCompany: true,
  }),
  get('/accreditation/purchase-status', 'public', {
    example: '/accreditation/purchase-status?sessionId=cs_test_0000000000',
    allowed: 404,
    noCompany: true,
  }),
  post('/accreditation/create-checkout-session', 'public', {
    body: {
      productId: 'unknown',
      name: 'Ana',
      line1: '1 Way',
      city: 'Chicago',
      country: 'US',
      state: 'IL',
      postal_code: '60606',
    },
    allowed: 404,
    noCompany: true,
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
