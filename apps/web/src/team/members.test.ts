import { expect, test } from 'vitest'
import { accessSummary, afterStep, kindOf, matchingMembers, teamOf } from './members.ts'

const user = (firstName: string, more = {}) => ({
  id: firstName,
  accountId: '1',
  email: `${firstName.toLowerCase()}@aldgate.example`,
  firstName,
  lastName: 'Kim',
  role: 'User' as const,
  permissions: [],
  isActive: true,
  lastSignIn: null,
  ...more,
})
const license = { invoiceCategoryId: 1, name: 'License' }
const hosting = { invoiceCategoryId: 3, name: 'Hosting' }

test('members are sorted by name, each with their categories', () => {
  const team = teamOf([user('bea'), user('Ana')], [{ userId: 'bea', categories: [license] }])
  expect(team.map(({ name }) => name)).toEqual(['Ana Kim', 'bea Kim'])
  expect(team.map(({ categories }) => categories)).toEqual([[], [license]])
  expect(teamOf([user('', { lastName: '' })], undefined)[0]?.name).toBe('@aldgate.example')
})

test('a search finds by name or email, ignoring case', () => {
  const team = teamOf([user('Ana'), user('Bea', { email: 'b@other.example' })], [])
  expect(matchingMembers(team, ' KIM ')).toHaveLength(2)
  expect(matchingMembers(team, 'other.ex').map(({ firstName }) => firstName)).toEqual(['Bea'])
  expect(matchingMembers(team, undefined)).toEqual(team)
  expect(matchingMembers(team, 'nobody')).toEqual([])
})

test('a head shows a super admin’s role, or the permissions in the screens’ order', () => {
  expect(accessSummary({ role: 'SuperAdmin', permissions: [] })).toBe('Super Admin')
  expect(accessSummary({ role: 'User', permissions: ['PayInvoices', 'AccessInvoices'] })).toBe(
    'Invoices, Pay Invoices',
  )
  expect(accessSummary({ role: 'User', permissions: [] })).toBe('No permissions')
})

test('a step sets a state: applied twice it changes nothing more', () => {
  const member = teamOf([user('Ana', { permissions: ['AccessInvoices', 'PayInvoices'] })], [])[0]!
  const without = { kind: 'permission', permission: 'AccessInvoices', isHeld: false } as const
  expect(afterStep(member, without).permissions).toEqual([])
  expect(afterStep(afterStep(member, without), without).permissions).toEqual([])
  const hosted = { kind: 'category', category: hosting, isHeld: true } as const
  expect(afterStep(afterStep(member, hosted), hosted).categories).toEqual([hosting])
  expect(afterStep(member, { ...hosted, isHeld: false }).categories).toEqual([])
  expect(afterStep(member, { kind: 'role', role: 'SuperAdmin' }).role).toBe('SuperAdmin')
})

test('the icon distinguishes super admins, the provider’s employees and customers', () => {
  const kind = (role: 'SuperAdmin' | 'User', email: string, domain: string) =>
    kindOf({ role, email }, domain)
  expect(kind('SuperAdmin', 'a@x.example', 'x.example')).toBe('super')
  expect(kind('User', 'a@X.example', 'x.EXAMPLE')).toBe('provider')
  expect(kind('User', 'a@not-x.example', 'x.example')).toBe('customer')
})
