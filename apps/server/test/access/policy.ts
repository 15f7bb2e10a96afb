import { calls, type CallName } from '@portal/domain/calls'
import type { ApiAccess } from '@portal/domain/kernel/api-scopes'
import type { Call, Method } from '@portal/domain/kernel/call'
import type { Access } from '@portal/domain/kernel/permissions'

export interface RoutePolicy {
  method: Method
  /** As registered in the server, without the `/api` base. */
  route: string
  /** A user's permission, or the scope of a key of the provider's systems. */
  access: Access | ApiAccess
  /** A path with objects of the own company; routes on both bases are tested on both. */
  example: string
  /** The status for a permitted user; two if it depends on the user's data. */
  allowed: number | number[]
  bothBases?: boolean
  mainBaseOnly?: boolean
  body?: object
  /** The body names the own company, which contradicts another one in the query. */
  bodyNamesCompany?: boolean
  /** The response does not depend on a requested company. */
  noCompany?: boolean
}

/** The tests' own expectations of a call. `path` defaults to that of the call, and `allowed` to 200. */
type Expected = Pick<RoutePolicy, 'access'> &
  Partial<Pick<RoutePolicy, 'allowed' | 'body' | 'bodyNamesCompany' | 'noCompany'>> & {
    path?: string
  }

const missing = '00000000-0000-4000-8000-000000000000'
const batch = `/invoice/all-invoices/payment/${missing}`
const otherLine = {
  productName: 'Other',
  description: '',
  moreInfo: '',
  userName: null,
  licenseId: null,
  quantity: null,
  salesPrice: null,
  total: 1,
  currency: 'USD',
  servicePeriodStart: null,
  servicePeriodEnd: null,
}
const emptyDraft = { user: { accountId: 'A1' }, data: { notes: '', lineItems: [] }, isDraft: true }
const everyone = { access: 'public', noCompany: true } as const
const payers = { access: 'PayInvoices' } as const
const managers = { access: 'ManageUsers' } as const
const superAdmins = { access: 'SuperAdmin' } as const
const readers = { access: 'AccessInvoices' } as const
const orderers = { access: 'AccessLicenses' } as const
const approvers = { access: 'AccessErfs' } as const
const users = { access: 'signedIn' } as const

/** The access of every call, independent of the declarations, so that a mistake in either is noticed. */
const expected: Record<CallName, Expected> = {
  checkLive: everyone,
  checkReady: everyone,
  getApiDocument: everyone,
  isAuthenticated: everyone,
  signIn: { ...everyone, body: { returnUrl: '/invoices' } },
  signOut: everyone,
  finishSignIn: { ...everyone, allowed: 302 },
  getMyself: users,
  getHome: users,
  getMailChoices: users,
  chooseMails: { ...users, body: { kind: 'receipts', isOn: true } },
  chooseAttachments: { ...users, body: { attachesInvoices: false } },
  getLinkedChoice: {
    ...everyone,
    path: `/notifications/off?accountId=A1&key=${missing}&kind=receipts`,
    allowed: 404,
  },
  chooseByLink: {
    ...everyone,
    path: `/notifications/off?accountId=A1&key=${missing}&kind=receipts`,
    allowed: 404,
  },
  getRecipientRequest: {
    ...everyone,
    path: `/notifications/recipient?accountId=A1&key=${missing}`,
    allowed: 404,
  },
  answerRecipientRequest: {
    ...everyone,
    path: `/notifications/recipient?accountId=A1&key=${missing}`,
    body: { isWanted: true },
    allowed: 404,
  },
  listSessions: users,
  endSessions: { ...users, path: `/user/sessions?sessionId=${missing}`, allowed: 404 },
  listCompanies: superAdmins,
  listAttention: superAdmins,
  countAttention: superAdmins,
  startCharging: {
    ...superAdmins,
    body: { kind: 'all', booksWereSentAgain: true },
    allowed: 409,
  },
  resolveItem: {
    ...superAdmins,
    path: '/attention/mails/send',
    body: { accountId: null, id: missing },
    allowed: 409,
  },
  listInvoices: readers,
  listInvoiceTexts: readers,
  getInvoice: { ...readers, path: '/invoice/details/A-1' },
  getChanges: { ...readers, path: '/invoice/details/A-1/changes' },
  compareInvoices: { ...readers, body: { invoiceIds: ['999999'] } },
  getAuthorization: { ...readers, path: '/invoice/details/A-1/authorization' },
  listQuestions: { ...readers, path: '/invoice/details/A-1/questions' },
  // The line has other content.
  askQuestion: {
    ...readers,
    path: '/invoice/details/A-1/questions',
    body: { position: 1, line: otherLine, message: 'Why?' },
    allowed: 409,
  },
  withdrawQuestion: { ...readers, path: `/invoice/questions/${missing}/withdrawal`, allowed: 404 },
  getForecast: readers,
  getSpend: readers,
  getAging: { access: ['AccessInvoices', 'PayInvoices'] },
  downloadStatement: {
    ...readers,
    path: '/invoice/statements?startdate=1/1/26&statementdate=11/30/26',
  },
  getStatement: {
    ...readers,
    path: '/invoice/statements/content?startdate=1/1/26&statementdate=11/30/26',
  },
  downloadSummary: { ...readers, path: '/invoice/pdf/A-1.pdf' },
  downloadDetails: { ...readers, path: '/invoice/xls/A-1.xls' },
  downloadSelected: { ...readers, body: { invoiceIds: ['999999'] }, allowed: 404 },
  getArchive: readers,
  startArchive: { ...readers, body: { invoiceIds: ['999999'] }, allowed: 404 },
  deleteArchive: readers,
  downloadArchive: { ...readers, allowed: 404 },
  listInvoiceRecipients: { ...readers, body: { invoiceIds: ['999999'] }, allowed: 404 },
  sendInvoices: {
    ...readers,
    body: { invoiceIds: ['999999'], recipients: ['a@a.example'] },
    allowed: 404,
  },
  listViews: readers,
  saveView: { ...readers, body: { id: missing, name: 'Open', search: { status: 'open' } } },
  orderViews: { ...readers, body: { viewIds: [missing] } },
  changeView: {
    ...readers,
    path: '/invoice/views/99999999-0000-4000-8000-000000000000',
    body: { isDefault: true },
    allowed: 404,
  },
  removeView: { ...readers, path: `/invoice/views/${missing}` },
  downloadInstructions: payers,
  listCards: payers,
  getDefaultCard: payers,
  addCard: { ...payers, path: '/payment/card?stripeToken=tok_visa' },
  setDefaultCard: { ...payers, path: `/payment/card/default?cardId=${missing}`, allowed: 404 },
  removeCard: { ...payers, path: `/payment/card?cardId=${missing}`, allowed: 404 },
  payInvoice: { ...payers, path: '/invoice/999999/payment', allowed: 404 },
  payAll: { ...payers, allowed: 409 },
  planPayAll: payers,
  planPaySelected: { ...payers, body: { invoiceIds: ['999999'] }, allowed: 404 },
  planTransfer: { ...payers, body: { invoiceIds: ['999999'], deducted: [] }, allowed: 404 },
  announceTransfer: {
    ...payers,
    body: {
      transferId: missing,
      paidOn: new Date().toISOString().slice(0, 10),
      reference: '',
      currencyIsoCode: 'USD',
      invoices: [{ id: '999999', amount: 1 }],
      deducted: [],
    },
    allowed: 404,
  },
  withdrawTransfer: { ...payers, path: `/invoice/transfers/${missing}/withdrawal`, allowed: 404 },
  paySelected: { ...payers, body: { invoiceIds: ['999999'] }, allowed: 409 },
  getCurrentBatch: payers,
  getBatch: { ...payers, path: batch, allowed: 404 },
  continueBatch: { ...payers, path: `${batch}/continue`, allowed: 404 },
  stopBatch: { ...payers, path: `${batch}/stop`, allowed: 404 },
  getNotApplied: payers,
  listOpenCredits: payers,
  listPaymentHistory: payers,
  listPayments: payers,
  downloadPayments: payers,
  downloadReceipt: { ...payers, path: `/payment/receipt/${missing}.pdf`, allowed: 404 },
  listReceiptRecipients: payers,
  sendReceipt: {
    ...payers,
    path: `/payment/receipts/${missing}/mails`,
    body: { recipients: ['a@a.example'] },
    allowed: 404,
  },
  listExternalRecipients: payers,
  listUserRecipients: payers,
  addRecipients: {
    ...payers,
    body: { crmId: 'A1', emailRecipients: ['not an address'] },
    allowed: 400,
    bodyNamesCompany: true,
  },
  askRecipient: {
    ...payers,
    body: { crmId: 'A1', email: 'unknown@a.example' },
    allowed: 404,
    bodyNamesCompany: true,
  },
  chooseMailboxInvoices: {
    ...payers,
    body: { crmId: 'A1', email: 'unknown@a.example', invoiceCategories: [] },
    allowed: 404,
    bodyNamesCompany: true,
  },
  removeRecipient: {
    ...payers,
    path: '/payment/recipient/external/delete?email=unknown@a.example',
    allowed: 404,
  },
  isEnrolledInAutoPay: payers,
  enableAutoPay: { ...payers, allowed: [200, 409] },
  disableAutoPay: payers,
  getAutoPayPlan: payers,
  changeAutoPaySettings: {
    ...payers,
    body: { capPerCharge: null, capPerMonth: 500.5, pausedUntil: null },
  },
  hasPastDue: payers,
  listUpcomingInvoices: payers,
  listEligibleInvoices: payers,
  takeProviderEvent: { ...everyone, allowed: 400, body: {} },
  listHistory: managers,
  getHistoryValues: managers,
  downloadHistory: managers,
  listUsers: managers,
  updateUser: {
    ...managers,
    body: { userId: missing, accountId: 'A1', role: 'User', permissions: [] },
    allowed: 404,
    bodyNamesCompany: true,
  },
  deactivateUser: { ...managers, path: `/admin/deactivate?userId=${missing}`, allowed: 404 },
  listMemberSessions: { ...managers, path: `/admin/sessions?userId=${missing}`, allowed: 404 },
  endMemberSessions: { ...managers, path: `/admin/sessions?userId=${missing}`, allowed: 404 },
  resetSignIn: { ...superAdmins, body: { userId: missing, reason: 'new account' }, allowed: 404 },
  listMyCategories: users,
  listCategories: managers,
  listUserCategories: { ...managers, body: { userIdList: [missing] } },
  toggleCategory: { ...managers, body: { userId: missing, invoiceCategoryId: 1 }, allowed: 404 },
  listInvites: managers,
  getInviteRoom: managers,
  sendInvite: {
    ...managers,
    body: { email: 'new@a.example', accountId: 'A1', permissions: ['ManageUsers'] },
    bodyNamesCompany: true,
  },
  sendInvites: {
    ...managers,
    body: { emails: ['new@a.example'], permissions: ['ManageUsers'], sendAgain: false },
  },
  revokeInvite: { ...managers, path: '/invite/rescind/unknown', allowed: 404 },
  checkInvite: { access: 'identified', path: '/invite/check/unknown', allowed: 404 },
  acceptInvite: { access: 'identified', path: '/invite/accept?InviteCode=unknown', allowed: 404 },
  listMyAccessRequests: users,
  askForAccess: { ...users, body: { permission: 'PayInvoices' }, allowed: [200, 409] },
  listAccessRequests: managers,
  decideAccessRequest: {
    ...managers,
    path: `/admin/access-requests/${missing}`,
    body: { granted: false },
    allowed: 404,
  },
  listEquipmentRequests: approvers,
  getEquipmentRequest: { ...approvers, path: '/ttnet/request/ER-1', allowed: [200, 404] },
  // Closed for the company of the tests; 404 without a company.
  approveEquipmentRequest: {
    ...approvers,
    path: '/ttnet/approve?requestId=ER-1',
    allowed: [404, 409],
  },
  cancelEquipmentRequest: {
    ...approvers,
    path: '/ttnet/cancel?requestId=ER-1',
    allowed: [404, 409],
  },
  listProducts: orderers,
  listNetworks: orderers,
  listHeldLicenses: orderers,
  findHeldLicenses: { ...orderers, body: { licenseIds: [] } },
  downloadHeld: orderers,
  listRecordDifferences: orderers,
  getHeldCosts: orderers,
  getLicenseLife: { ...orderers, path: '/license/held/none', allowed: 404 },
  listOrders: orderers,
  getOrder: { ...orderers, path: '/license/999999', allowed: 404 },
  listOrderLines: { ...orderers, path: '/license/lineitems/999999', allowed: 404 },
  downloadConfirmation: { ...orderers, path: '/license/confirmation/999999.pdf', allowed: 404 },
  getUnsentOrder: orderers,
  // The first of several is on the newest revision.
  keepUnsentOrder: { ...orderers, body: { revision: 0, order: null }, allowed: [200, 409] },
  checkOrder: { ...orderers, body: { lineItems: [] } },
  createOrder: { ...orderers, body: emptyDraft, bodyNamesCompany: true },
  changeOrder: {
    ...orderers,
    path: '/license/999999',
    body: emptyDraft,
    allowed: 404,
    bodyNamesCompany: true,
  },
  withdrawItems: {
    ...orderers,
    path: '/license/999999/withdraw',
    body: { lines: [{ id: 1, status: 'Submitted' }] },
    allowed: 404,
  },
  deleteDraft: { ...orderers, path: '/license/999999', allowed: 404 },
  listEvents: { access: 'events:read', noCompany: true },
  sendRecords: { access: 'records:*', allowed: 400, noCompany: true },
  getRecordsReport: {
    access: 'records:*',
    path: `/integration/records/${missing}`,
    allowed: 404,
    noCompany: true,
  },
  getAccreditation: {
    ...everyone,
    path: '/accreditation/purchase?productId=unknown',
    allowed: 404,
  },
  getPurchaseStatus: {
    ...everyone,
    path: '/accreditation/purchase-status?sessionId=cs_test_0000000000',
    allowed: 404,
  },
  startCheckout: {
    ...everyone,
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
  },
}

/** The page that shows the calls. */
const docs = ['', '/page.js', '/page.css', '/swagger-ui.css', '/swagger-ui-bundle.js']
export const pages = docs.map((file): RoutePolicy => {
  const route = `/docs${file}`
  return { method: 'GET', route, example: route, access: 'public', allowed: 200, noCompany: true }
})

/** Every route of the server with its access. */
export const policy: RoutePolicy[] = [
  ...Object.entries<Call>(calls).map(([name, { method, path: route, bases }]): RoutePolicy => {
    const { path, ...one } = expected[name as CallName]
    return {
      method,
      route,
      example: path ?? route,
      allowed: 200,
      bothBases: bases === 'both',
      mainBaseOnly: bases === 'main',
      ...one,
    }
  }),
  ...pages,
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

/**
 * Changes without an XSRF token: their requests come from other systems, with a signature or the key
 * of a mail's recipient.
 */
export const fromOtherSystems = ['/payment/provider-events', '/notifications/off']
