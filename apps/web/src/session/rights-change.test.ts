import type { Permission } from '@portal/domain/kernel/permissions'
import type { Myself } from '@portal/domain/session/session.schema'
import { expect, test } from 'vitest'
import { rightsChange } from './rights-change.ts'

const me = (permissions: Permission[], more: Partial<Myself> = {}): Myself => ({
  id: 'me',
  firstName: 'Ann',
  lastName: 'Berg',
  email: 'ann@a.example',
  role: 'User',
  accountId: 'A1',
  companyName: 'Aldgate',
  permissions,
  invoiceCategoryIds: [1, 2],
  ...more,
})

test('removed and added rights are named', () => {
  const before = me(['AccessInvoices', 'PayInvoices'])
  expect(rightsChange(before, me(['AccessInvoices']))).toEqual({
    isLoss: true,
    words: 'You no longer have: Pay Invoices.',
  })
  expect(rightsChange(before, me(['AccessInvoices', 'PayInvoices', 'ManageUsers']))).toEqual({
    isLoss: false,
    words: 'You now have: Manage Users.',
  })
  expect(rightsChange(before, me(['AccessLicenses'], { invoiceCategoryIds: null }))).toEqual({
    isLoss: true,
    words:
      'You no longer have: Invoices, Pay Invoices. You now have: Licenses. The categories of invoices that you see have changed.',
  })
})

test('fewer categories are a loss, more categories are not; the order of a list is not a change', () => {
  const words = 'The categories of invoices that you see have changed.'
  const change = (before: number[] | null, now: number[] | null) =>
    rightsChange(me([], { invoiceCategoryIds: before }), me([], { invoiceCategoryIds: now }))
  expect(change([1, 2], [2])).toEqual({ isLoss: true, words })
  expect(change(null, [1, 2])).toEqual({ isLoss: true, words })
  expect(change([1], [1, 2])).toEqual({ isLoss: false, words })
  expect(change([1], null)).toEqual({ isLoss: false, words })
  expect(change([1, 2], [2, 1])).toBeUndefined()
  expect(change(null, null)).toBeUndefined()
})

test('a super admin holds every permission; another person or company is not a change of rights', () => {
  const admin = me([], { role: 'SuperAdmin', invoiceCategoryIds: null })
  expect(rightsChange(admin, me([], { invoiceCategoryIds: null }))).toEqual({
    isLoss: true,
    words:
      'You no longer have: Invoices, Licenses, Requests/ERF, Manage Users, Pay Invoices. You are no longer a super admin.',
  })
  expect(rightsChange(me(['PayInvoices']), me([], { id: 'other' }))).toBeUndefined()
  expect(rightsChange(me(['PayInvoices']), me([], { accountId: 'B1' }))).toBeUndefined()
})
