import { expect, test } from 'vitest'
import { isEmailAddress, isSameAddress } from '../kernel/email.ts'
import type { Permission } from '../session/permissions.ts'
import { daysUntil, inviteFaults, inviteRefusal, inviteStatus } from './invite-form.ts'
import { memberView } from './member-view.ts'

test('a form says what is missing, in the words of each field', () => {
  expect(inviteFaults({ email: 'nina@', permissions: [], categoryIds: [] })).toEqual({
    email: 'Please enter a valid email address.',
    permissions: 'Please select at least one permission.',
  })
  expect(
    inviteFaults({ email: 'nina@x.example', permissions: ['AccessInvoices'], categoryIds: [] }),
  ).toEqual({ categories: 'Please select at least one invoice category.' })
  expect(
    inviteFaults({ email: 'nina@x.example', permissions: ['AccessErfs'], categoryIds: [] }),
  ).toEqual({})
})

test.each([
  ['nina.petrov+x@new-hire.example', true],
  ["o'brien@a.co", true],
  ['nina@localhost', false],
  ['nina@x..example', false],
  ['nina@-x.example', false],
  ['nina@x.example\r\nBcc: all@x.example', false],
  ['<nina@x.example>', false],
  ['nina@x.example, bob@x.example', false],
  [`${'a'.repeat(65)}@x.example`, false],
  [`nina@${'x'.repeat(63)}.${'y'.repeat(63)}.${'z'.repeat(63)}.${'w'.repeat(63)}.example`, false],
  ['nina@xé.example', false],
])('%j is an address: %s', (text, is) => {
  expect(isEmailAddress(text)).toBe(is)
})

test('case makes no other person of an address, a dot or a tag does', () => {
  expect(isSameAddress('Nina@X.example', 'nina@x.example')).toBe(true)
  expect(isSameAddress('n.ina@x.example', 'nina@x.example')).toBe(false)
  expect(isSameAddress('nina+a@x.example', 'nina@x.example')).toBe(false)
})

test('nobody invites with more than they hold', () => {
  const inviter = {
    role: 'User' as const,
    permissions: ['ManageUsers', 'AccessInvoices'] as Permission[],
    categoryIds: [1, 2],
  }
  const ask = (permissions: Permission[], categoryIds: number[] = []) =>
    inviteRefusal(inviter, { permissions, categoryIds })
  expect(ask(['AccessInvoices'], [2])).toBeUndefined()
  expect(ask(['AccessErfs'])).toBe('You do not hold Requests/ERF yourself.')
  expect(ask(['AccessInvoices'], [3])).toBe('You do not hold all of these categories yourself.')
  const chief = { role: 'SuperAdmin' as const, permissions: [], categoryIds: null }
  expect(inviteRefusal(chief, { permissions: ['AccessErfs'], categoryIds: [9] })).toBeUndefined()
  expect(inviteRefusal(chief, { permissions: ['PayInvoices'], categoryIds: [] })).toMatch(
    /Requires/,
  )
  const plain = { ...inviter, permissions: ['AccessErfs'] as Permission[] }
  expect(inviteRefusal(plain, { permissions: ['AccessErfs'], categoryIds: [] })).toMatch(
    /permission/,
  )
})

test('an invite is sent until it expires or is accepted; days are rounded', () => {
  const now = new Date('2026-11-21T12:00:00Z')
  const status = (hasAccepted: boolean, expirationDate: string) =>
    inviteStatus({ hasAccepted, expirationDate }, now)
  expect(status(false, '2026-11-21T12:00:01Z')).toBe('sent')
  expect(status(false, '2026-11-21T11:59:59Z')).toBe('expired')
  expect(status(true, '2026-11-01T00:00:00Z')).toBe('accepted')
  expect(daysUntil('2026-11-24T23:00:00Z', now)).toBe(3)
  expect(daysUntil('2026-11-25T01:00:00Z', now)).toBe(4)
  expect(daysUntil('2026-11-20T00:00:00Z', now)).toBe(0)
})

test('a preview names categories only to those who may see invoices', () => {
  const licenses = { invoiceCategoryId: 1, name: 'Licenses' }
  const data = { invoiceCategoryId: 2, name: 'Market data' }
  const view = (permissions: Permission[]) =>
    memberView({ role: 'User', permissions }, [licenses], [licenses, data])
  expect(view(['AccessErfs', 'ManageUsers'])).toEqual({
    menu: ['MANAGE', 'ERF'],
    landsOn: '/manage',
    categories: [],
    can: ['answerRequests', 'manageUsers', 'readHistory'],
    cannot: ['seeInvoices', 'payInvoices', 'orderLicenses'],
  })
  expect(view(['AccessInvoices']).categories).toEqual(['Licenses'])
  expect(
    memberView({ role: 'SuperAdmin', permissions: [] }, [], [licenses, data]).categories,
  ).toEqual(['Licenses', 'Market data'])
})
