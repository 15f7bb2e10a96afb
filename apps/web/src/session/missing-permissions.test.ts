import { expect, test } from 'vitest'
import { missingPermissions } from './missing-permissions.ts'

const ana = { role: 'User', permissions: ['AccessInvoices'] } as const

test('a page names the permission it requires, the first of several alternatives', () => {
  expect(missingPermissions(ana, 'PayInvoices')).toEqual(['PayInvoices'])
  expect(missingPermissions(ana, ['AccessLicenses', 'AccessErfs'])).toEqual(['AccessLicenses'])
})

test('nothing is missing on public pages, pages the user may open, and super admin pages', () => {
  expect(missingPermissions(ana, 'signedIn')).toEqual([])
  expect(missingPermissions(ana, 'AccessInvoices')).toEqual([])
  expect(missingPermissions(ana, 'SuperAdmin')).toEqual([])
})
