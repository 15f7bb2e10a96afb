import fc from 'fast-check'
import { expect, test } from 'vitest'
import { areasOf, hasAreas } from './areas.ts'
import { pagePathOf } from './page-paths.ts'
import { mayUse, permissions, type Holder, type Permission } from '../kernel/permissions.ts'
import { safeReturnPath } from './return-url.ts'

const origin = 'https://portal.example'
const user = (...held: Permission[]): Holder => ({ role: 'User', permissions: held })
const superAdmin: Holder = { role: 'SuperAdmin', permissions: [] }

test('the menu shows users what they may use, in its order', () => {
  const labels = (holder: Holder) => areasOf(holder).map((area) => area.label)
  expect(labels(superAdmin)).toEqual(['INVOICES', 'STATEMENTS', 'PAYMENTS', 'LICENSES', 'ERF'])
  expect(labels(user('AccessInvoices'))).toEqual(['INVOICES', 'STATEMENTS'])
  expect(labels(user('AccessInvoices', 'PayInvoices'))).toEqual([
    'INVOICES',
    'STATEMENTS',
    'PAYMENTS',
  ])
  expect(labels(user('AccessLicenses'))).toEqual(['LICENSES'])
  expect(labels(user('AccessErfs'))).toEqual(['ERF'])
  expect(labels(user('ManageUsers'))).toEqual([])
})

test('a user without a permission has no area', () => {
  expect(hasAreas(superAdmin)).toBe(true)
  for (const permission of permissions) {
    const isOnlyPaying = permission === 'PayInvoices'
    expect(hasAreas(user(permission)) || isOnlyPaying).toBe(true)
  }
  expect(hasAreas(user())).toBe(false)
})

test('only super admins may use pages that require a super admin; strangers only public ones', () => {
  expect(mayUse(user(...permissions), 'SuperAdmin')).toBe(false)
  expect(mayUse(superAdmin, 'SuperAdmin')).toBe(true)
  expect(mayUse(undefined, 'public')).toBe(true)
  expect(mayUse(undefined, 'signedIn')).toBe(false)
  expect(mayUse(user(), ['AccessInvoices', 'PayInvoices'])).toBe(false)
  expect(mayUse(user('PayInvoices'), ['AccessInvoices', 'PayInvoices'])).toBe(true)
})

test('a return address is always a page of the portal', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.webUrl(),
        fc.string().map((text) => `/${text}`),
      ),
      (asked) => {
        const path = safeReturnPath(asked, origin)
        expect(new URL(path, origin).origin).toBe(origin)
        expect(path.startsWith('/')).toBe(true)
      },
    ),
  )
})

test.each([
  ['/invoices?q=123&status=Open', '/invoices?q=123&status=Open'],
  [`${origin}/invoices`, '/invoices'],
  ['/confirm?code=a-b_c', '/confirm?code=a-b_c'],
  ['https://evil.example/', '/'],
  [`${origin}.evil.example/`, '/'],
  ['//evil.example', '/'],
  ['/\\evil.example', '/'],
  ['javascript:alert(1)', '/'],
  ['/api/user/myself', '/'],
  ['', '/'],
])('%s leads to %s', (asked, path) => {
  expect(safeReturnPath(asked, origin)).toBe(path)
})

test('a path that is not in the table is not a page', () => {
  for (const path of ['/', '/invoices', '/invoices/detail/INV-1', '/payments/balance', '/ture'])
    expect(pagePathOf(path), path).toBe(path)
  for (const path of [
    '/invoice',
    '/invoices/detail/',
    '/all_orders',
    '/admin',
    '/payments/x',
    '//invoices',
    '/invoices/detail/a/b',
    '//evil.example/invoices',
    '/:id',
  ])
    expect(pagePathOf(path), path).toBeUndefined()
})

test.each([
  ['/invoices/', '/invoices'],
  ['/INVOICES//', '/invoices'],
  ['/notsigned', '/notSigned'],
  ['/Invoices/Detail/INV-a/', '/invoices/detail/INV-a'],
  ['//', '/'],
])('%s is the page %s', (path, page) => {
  expect(pagePathOf(path)).toBe(page)
})
