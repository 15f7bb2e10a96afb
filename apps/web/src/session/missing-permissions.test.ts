import { expect, test } from 'vitest'
import { missingPermissions } from './missing-permissions.ts'

const ana = { role: 'User', permissions: ['AccessInvoices'] } as const

test('a page says what it takes to use it, of several ways the first', () => {
  expect(missingPermissions(ana, 'PayInvoices')).toEqual(['PayInvoices'])
  expect(missingPermissions(ana, ['AccessLicenses', 'AccessErfs'])).toEqual(['AccessLicenses'])
})

test('there is nothing to ask for on pages that are open, held already, or for super admins', () => {
  expect(missingPermissions(ana, 'signedIn')).toEqual([])
  expect(missingPermissions(ana, 'AccessInvoices')).toEqual([])
  expect(missingPermissions(ana, 'SuperAdmin')).toEqual([])
})
