import { createRootRoute, createRoute, lazyRouteComponent } from '@tanstack/react-router'
import type { Access } from '@portal/domain/session/permissions'
import { invoiceDetailSearch, invoiceListSearch } from './invoices/invoice-search.ts'
import { LandingScreen } from './session/LandingScreen.tsx'
import { NotSignedScreen } from './session/NotSignedScreen.tsx'
import { NotFound } from './ui/NotFound.tsx'
import { Shell } from './shell/Shell.tsx'

const rootRoute = createRootRoute({
  component: Shell,
  notFoundComponent: NotFound,
  staticData: { access: 'public', title: 'Not Found' },
})
const root = () => rootRoute
const laterScreen = lazyRouteComponent(() => import('./shell/LaterScreen.tsx'), 'LaterScreen')

/** A page that a later part of the work fills; until then it says so. */
function later<Path extends string>(path: Path, access: Access, title: string, forwards = false) {
  return createRoute({
    getParentRoute: root,
    path,
    staticData: { access, title, forwards },
    component: laterScreen,
  })
}

const landing = createRoute({
  getParentRoute: root,
  path: '/',
  staticData: { access: 'public', title: '' },
  component: LandingScreen,
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
  component: lazyRouteComponent(() => import('./shell/TureScreen.tsx'), 'TureScreen'),
})
const companies = createRoute({
  getParentRoute: root,
  path: '/companies',
  staticData: { access: 'SuperAdmin', title: 'Companies' },
  validateSearch: (search: Record<string, unknown>): { q?: string } =>
    typeof search.q === 'string' && search.q ? { q: search.q } : {},
  component: lazyRouteComponent(() => import('./companies/CompaniesScreen.tsx'), 'CompaniesScreen'),
})
const invoices = createRoute({
  getParentRoute: root,
  path: '/invoices',
  staticData: { access: 'AccessInvoices', title: 'Invoices' },
  validateSearch: invoiceListSearch,
  component: lazyRouteComponent(
    () => import('./invoices/InvoiceListScreen.tsx'),
    'InvoiceListScreen',
  ),
})
const invoiceDetail = createRoute({
  getParentRoute: root,
  path: '/invoices/detail/$invoiceId',
  staticData: { access: 'AccessInvoices', title: 'Invoice' },
  validateSearch: invoiceDetailSearch,
  component: lazyRouteComponent(
    () => import('./invoices/InvoiceDetailScreen.tsx'),
    'InvoiceDetailScreen',
  ),
})
const balance = createRoute({
  getParentRoute: root,
  path: '/payments/balance',
  staticData: { access: ['AccessInvoices', 'PayInvoices'], title: 'Balance Breakdown' },
  component: lazyRouteComponent(() => import('./payments/BalanceScreen.tsx'), 'BalanceScreen'),
})

export const routeTree = rootRoute.addChildren([
  landing,
  notSigned,
  ture,
  companies,
  invoices,
  invoiceDetail,
  balance,
  later('/manage', 'ManageUsers', 'History', true),
  later('/users', 'ManageUsers', 'Users'),
  later('/invites', 'ManageUsers', 'Invites'),
  later('/payments', 'PayInvoices', 'Payments'),
  later('/licenses', 'AccessLicenses', 'Licenses'),
  later('/license/review', 'AccessLicenses', 'Order review'),
  later('/erf', 'AccessErfs', 'Approvals'),
  later('/erf/detail/$id', 'AccessErfs', 'REQUEST DETAILS'),
  later('/confirm', 'public', 'Invitation'),
  later('/accreditation/purchase', 'public', 'Accreditation'),
])
