import { createRootRoute, createRoute, notFound, redirect } from '@tanstack/react-router'
import { purchaseSearch } from './accreditation/purchase-search.ts'
import { attentionSearch } from './attention/attention-search.ts'
import { companiesSearch } from './companies/companies-search.ts'
import { equipmentSearch } from './equipment/equipment-search.ts'
import { StartScreen } from './home/StartScreen.tsx'
import {
  invoiceDetailSearch,
  invoiceListSearch,
  statementSearch,
} from './invoices/invoice-search.ts'
import { inAddress, isPossibleId } from './kernel/search-params.ts'
import { licensesSearch } from './licenses/licenses-search.ts'
import { mailLinkSearch, recipientLinkSearch } from './notifications/mail-link-search.ts'
import { paymentsSearch } from './payments/payments-search.ts'
import { keepInvitationCode } from './session/invitation-code.ts'
import { NotSignedScreen } from './session/NotSignedScreen.tsx'
import { spendSearch } from './spend/spend-search.ts'
import { lazyScreen } from './ui/lazy-screen.ts'
import { NotFound } from './ui/page/NotFound.tsx'
import { Shell } from './shell/Shell.tsx'
import { confirmSearch, historySearch, teamSearch } from './team/team-search.ts'

const requireId = (given: string) => {
  if (!isPossibleId(given)) throw notFound()
}

/** The page that the browser requested from the server. */
const openedAt = location.pathname

const rootRoute = createRootRoute({
  component: Shell,
  notFoundComponent: NotFound,
  staticData: { access: 'public', title: 'Not Found' },
})
const root = () => rootRoute

const landing = createRoute({
  getParentRoute: root,
  path: '/',
  staticData: { access: 'public', title: '' },
  component: StartScreen,
})
const notSigned = createRoute({
  getParentRoute: root,
  path: '/notSigned',
  staticData: { access: 'public', title: 'Not signed in' },
  component: NotSignedScreen,
})
const ture = createRoute({
  getParentRoute: root,
  path: '/ture',
  staticData: { access: 'public', title: '' },
  component: lazyScreen(() => import('./shell/TureScreen.tsx'), 'TureScreen'),
})
const sessions = createRoute({
  getParentRoute: root,
  path: '/sessions',
  staticData: { access: 'signedIn', title: 'Sessions' },
  component: lazyScreen(() => import('./session/SessionsScreen.tsx'), 'SessionsScreen'),
})
const notifications = createRoute({
  getParentRoute: root,
  path: '/notifications',
  staticData: { access: 'signedIn', title: 'Notifications' },
  component: lazyScreen(
    () => import('./notifications/NotificationsScreen.tsx'),
    'NotificationsScreen',
  ),
})
const mailLink = createRoute({
  getParentRoute: root,
  path: '/notifications/off',
  staticData: { access: 'public', title: 'Emails' },
  ...inAddress(mailLinkSearch),
  component: lazyScreen(() => import('./notifications/MailLinkScreen.tsx'), 'MailLinkScreen'),
})
const recipientLink = createRoute({
  getParentRoute: root,
  path: '/notifications/recipient',
  staticData: { access: 'public', title: 'Emails' },
  ...inAddress(recipientLinkSearch),
  component: lazyScreen(
    () => import('./notifications/RecipientLinkScreen.tsx'),
    'RecipientLinkScreen',
  ),
})
const companies = createRoute({
  getParentRoute: root,
  path: '/companies',
  staticData: { access: 'SuperAdmin', title: 'Companies', hasNav: false },
  ...inAddress(companiesSearch),
  component: lazyScreen(() => import('./companies/CompaniesScreen.tsx'), 'CompaniesScreen'),
})
const attention = createRoute({
  getParentRoute: root,
  path: '/attention',
  staticData: { access: 'SuperAdmin', title: 'Needs attention' },
  ...inAddress(attentionSearch),
  component: lazyScreen(() => import('./attention/AttentionScreen.tsx'), 'AttentionScreen'),
})
const invoices = createRoute({
  getParentRoute: root,
  path: '/invoices',
  staticData: { access: 'AccessInvoices', title: 'Invoices' },
  ...inAddress(invoiceListSearch),
  component: lazyScreen(() => import('./invoice-page/InvoiceListScreen.tsx'), 'InvoiceListScreen'),
})
const invoiceDetail = createRoute({
  getParentRoute: root,
  path: '/invoices/detail/$invoiceId',
  staticData: { access: 'AccessInvoices', title: 'Invoice' },
  ...inAddress(invoiceDetailSearch),
  beforeLoad: ({ params }) => requireId(params.invoiceId),
  component: lazyScreen(
    () => import('./invoice-page/InvoiceDetailScreen.tsx'),
    'InvoiceDetailScreen',
  ),
})
const statement = createRoute({
  getParentRoute: root,
  path: '/invoices/statement',
  staticData: { access: 'AccessInvoices', title: 'Customer Statement' },
  ...inAddress(statementSearch),
  component: lazyScreen(() => import('./invoice-page/StatementScreen.tsx'), 'StatementScreen'),
})
const spend = createRoute({
  getParentRoute: root,
  path: '/invoices/spend',
  staticData: { access: 'AccessInvoices', title: 'Spend' },
  ...inAddress(spendSearch),
  component: lazyScreen(() => import('./spend/SpendScreen.tsx'), 'SpendScreen'),
})
const payments = createRoute({
  getParentRoute: root,
  path: '/payments',
  staticData: { access: 'PayInvoices', title: 'Payments' },
  ...inAddress(paymentsSearch),
  beforeLoad: ({ search }) => {
    if (search.tab === 'balance') throw redirect({ to: '/payments/balance', replace: true })
  },
  component: lazyScreen(() => import('./payments/screen/PaymentsScreen.tsx'), 'PaymentsScreen'),
})
const balance = createRoute({
  getParentRoute: root,
  path: '/payments/balance',
  staticData: { access: ['AccessInvoices', 'PayInvoices'], title: 'Balance Breakdown' },
  component: lazyScreen(() => import('./payments/balance/BalanceScreen.tsx'), 'BalanceScreen'),
})

const manage = createRoute({
  getParentRoute: root,
  path: '/manage',
  staticData: { access: 'ManageUsers', title: 'History', forwards: true },
  ...inAddress(historySearch),
  component: lazyScreen(() => import('./team/HistoryScreen.tsx'), 'HistoryScreen'),
})
const users = createRoute({
  getParentRoute: root,
  path: '/users',
  staticData: { access: 'ManageUsers', title: 'Users' },
  ...inAddress(teamSearch),
  component: lazyScreen(() => import('./team/UsersScreen.tsx'), 'UsersScreen'),
})
const invites = createRoute({
  getParentRoute: root,
  path: '/invites',
  staticData: { access: 'ManageUsers', title: 'Invites' },
  ...inAddress(teamSearch),
  component: lazyScreen(() => import('./team/InvitesScreen.tsx'), 'InvitesScreen'),
})
const confirm = createRoute({
  getParentRoute: root,
  path: '/confirm',
  staticData: { access: 'public', title: 'Invitation' },
  ...inAddress(confirmSearch),
  // The code is a secret: it is removed from the address before the page renders.
  beforeLoad: ({ search }) => {
    if (!search.code) return
    keepInvitationCode(search.code)
    throw redirect({ to: '/confirm', search: {}, replace: true })
  },
  component: lazyScreen(() => import('./team/ConfirmScreen.tsx'), 'ConfirmScreen'),
})
const approvals = createRoute({
  getParentRoute: root,
  path: '/erf',
  staticData: { access: 'AccessErfs', title: 'Approvals' },
  ...inAddress(equipmentSearch),
  component: lazyScreen(() => import('./equipment/ApprovalsScreen.tsx'), 'ApprovalsScreen'),
})
const requestDetails = createRoute({
  getParentRoute: root,
  path: '/erf/detail/$id',
  staticData: { access: 'AccessErfs', title: 'REQUEST DETAILS' },
  beforeLoad: ({ params }) => requireId(params.id),
  component: lazyScreen(
    () => import('./equipment/RequestDetailsScreen.tsx'),
    'RequestDetailsScreen',
  ),
})
const purchase = createRoute({
  getParentRoute: root,
  path: '/accreditation/purchase',
  staticData: { access: 'public', title: 'Accreditation' },
  ...inAddress(purchaseSearch),
  // The document of this page has a separate content security policy, which a page opened elsewhere lacks.
  beforeLoad: ({ location: { href } }) => {
    if (!openedAt.startsWith('/accreditation/purchase'))
      throw redirect({ href, reloadDocument: true })
  },
  component: lazyScreen(() => import('./accreditation/PurchaseScreen.tsx'), 'PurchaseScreen'),
})

const licenses = createRoute({
  getParentRoute: root,
  path: '/licenses',
  staticData: { access: 'AccessLicenses', title: 'Licenses' },
  ...inAddress(licensesSearch),
  component: lazyScreen(() => import('./licenses/screen/LicensesScreen.tsx'), 'LicensesScreen'),
})
const licenseReview = createRoute({
  getParentRoute: root,
  path: '/license/review',
  staticData: { access: 'AccessLicenses', title: 'Order review' },
  component: lazyScreen(() => import('./licenses/screen/ReviewScreen.tsx'), 'ReviewScreen'),
})

export const routeTree = rootRoute.addChildren([
  landing,
  notSigned,
  ture,
  sessions,
  notifications,
  mailLink,
  recipientLink,

  companies,
  attention,
  invoices,
  invoiceDetail,
  statement,
  spend,
  payments,
  balance,
  manage,
  users,
  invites,
  confirm,
  approvals,
  requestDetails,
  licenses,
  licenseReview,
  purchase,
])
