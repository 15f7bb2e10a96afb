import { expect, test } from 'vitest'
import { isEmailAddress, isSameAddress } from '../kernel/email.ts'
import type { Permission } from '../kernel/permissions.ts'
import { isolated } from '../kernel/isolated.ts'
import {
  daysUntil,
  emailFault,
  grantFaults,
  inviteProblem,
  inviteRefusal,
  inviteStatus,
} from './invite-form.ts'
import { memberView } from './member-view.ts'

test('a form names the missing fields by their labels', () => {
  expect(emailFault('nina@')).toBe('Please enter a valid email address.')
  expect(grantFaults({ permissions: [], categoryIds: [] })).toEqual({
    permissions: 'Please select at least one permission.',
  })
  expect(grantFaults({ permissions: ['AccessInvoices'], categoryIds: [] })).toEqual({
    categories: 'Please select at least one invoice category.',
  })
  expect(grantFaults({ permissions: ['AccessErfs'], categoryIds: [] })).toEqual({})
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

test('addresses that differ only in case belong to one person; addresses that differ in a dot or a tag do not', () => {
  expect(isSameAddress('Nina@X.example', 'nina@x.example')).toBe(true)
  expect(isSameAddress('n.ina@x.example', 'nina@x.example')).toBe(false)
  expect(isSameAddress('nina+a@x.example', 'nina@x.example')).toBe(false)
})

test('users can grant only what they hold by an invitation', () => {
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

test('an invitation grants only what its sender still holds', () => {
  const sent = {
    permissions: ['AccessInvoices', 'AccessErfs'] as Permission[],
    categoryIds: [1, 2],
  }
  const problem = (held: Permission[], categoryIds: number[] = [1, 2]) =>
    inviteProblem(
      { name: 'Vic Moss', holds: { role: 'User', permissions: held, categoryIds } },
      sent,
    )
  expect(problem(['ManageUsers', 'AccessInvoices', 'AccessErfs'])).toBeUndefined()
  const who = `${isolated('Vic Moss')}, who sent it,`
  expect(problem(['AccessInvoices', 'AccessErfs'])).toBe(`${who} may not invite users any more.`)
  expect(problem(['ManageUsers'])).toBe(`${who} does not hold Invoices, Requests/ERF any more.`)
  expect(problem(['ManageUsers', 'AccessInvoices', 'AccessErfs'], [1])).toBe(
    `${who} does not hold all of its categories any more.`,
  )
  expect(inviteProblem({ name: 'Vic Moss', holds: undefined }, sent)).toBe(
    `${who} may not act for this company any more.`,
  )
  expect(inviteProblem(undefined, sent)).toBe('The portal does not know who sent it.')
})

test('an invite is sent until it expires or is accepted; days are rounded', () => {
  const now = new Date('2026-11-21T12:00:00Z')
  const status = (hasAccepted: boolean, expirationDate: string, problem: string | null = null) =>
    inviteStatus({ hasAccepted, expirationDate, problem }, now)
  expect(status(false, '2026-11-21T12:00:01Z')).toBe('sent')
  expect(status(false, '2026-11-21T11:59:59Z')).toBe('expired')
  expect(status(false, '2026-11-21T12:00:01Z', 'its sender left')).toBe('invalid')
  expect(status(true, '2026-11-01T00:00:00Z')).toBe('accepted')
  expect(daysUntil('2026-11-24T23:00:00Z', now)).toBe(3)
  expect(daysUntil('2026-11-25T01:00:00Z', now)).toBe(4)
  expect(daysUntil('2026-11-20T00:00:00Z', now)).toBe(0)
})

test('a preview names categories only to those who may see invoices, and invoices only with a category', () => {
  const licenses = { invoiceCategoryId: 1, name: 'Licenses' }
  const data = { invoiceCategoryId: 2, name: 'Market data' }
  const view = (permissions: Permission[]) =>
    memberView({ role: 'User', permissions }, [licenses], [licenses, data])
  expect(view(['AccessErfs', 'ManageUsers'])).toEqual({
    menu: ['MANAGE', 'ERF'],
    categories: [],
    can: ['answerRequests', 'manageUsers', 'readHistory'],
    cannot: ['seeInvoices', 'payInvoices', 'orderLicenses'],
  })
  expect(view(['AccessInvoices']).categories).toEqual(['Licenses'])
  expect(view(['AccessInvoices']).can).toEqual(['seeInvoices'])
  const member = { role: 'User', permissions: ['AccessInvoices'] } as const
  expect(memberView(member, [], [licenses, data]).can).toEqual([])
  expect(
    memberView({ role: 'SuperAdmin', permissions: [] }, [], [licenses, data]).categories,
  ).toEqual(['Licenses', 'Market data'])
})
