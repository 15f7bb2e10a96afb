import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '../../../../tools/random-tests.ts'
import { permissions, type Permission, type Role } from '../session/permissions.ts'
import {
  categoryRefusal,
  changeAccess,
  isLastManager,
  permissionRefusal,
  removalRefusal,
  roleRefusal,
  withPermission,
  type Grantor,
  type Member,
} from './grants.ts'

const actor = (
  held: Permission[],
  role: Role = 'User',
  categoryIds: number[] | null = [1],
): Grantor => ({
  id: 'actor',
  role,
  permissions: held,
  categoryIds: role === 'SuperAdmin' ? null : categoryIds,
})
const member = (held: Permission[], role: Role = 'User', last = false): Member => ({
  id: 'member',
  role,
  permissions: held,
  isLastManager: last,
})
const admin = actor([...permissions])
const superAdmin = actor([], 'SuperAdmin')

test('a manager grants and takes what they hold, and nothing else', () => {
  const marcus = actor(['ManageUsers', 'AccessErfs'])
  expect(permissionRefusal(marcus, member([]), 'AccessErfs')).toBeUndefined()
  expect(permissionRefusal(marcus, member(['AccessErfs']), 'AccessErfs')).toBeUndefined()
  for (const held of [[], ['AccessLicenses'] as Permission[]])
    expect(permissionRefusal(marcus, member(held), 'AccessLicenses')).toBe(
      'You do not hold Licenses yourself.',
    )
  expect(permissionRefusal(actor(['AccessErfs']), member([]), 'AccessErfs')).toMatch(/permission/)
})

test('paying needs seeing, and seeing taken away takes paying along', () => {
  expect(permissionRefusal(admin, member([]), 'PayInvoices')).toBe(
    'Requires ‘AccessInvoices’ permission',
  )
  expect(withPermission(['AccessInvoices', 'PayInvoices'], 'AccessInvoices', false)).toEqual([])
  const both = member(['AccessInvoices', 'PayInvoices'])
  expect(
    permissionRefusal(actor(['ManageUsers', 'AccessInvoices']), both, 'AccessInvoices'),
  ).toMatch(/also removes Pay Invoices/)
  expect(changeAccess(admin, both, { role: 'User', permissions: ['PayInvoices'] })).toMatchObject({
    permissions: [],
    removed: ['AccessInvoices', 'PayInvoices'],
  })
})

test('nobody changes themselves; a super admin is for super admins only', () => {
  const self = { ...member([]), id: 'actor' }
  expect(removalRefusal(admin, self)).toBe('You cannot remove yourself.')
  expect(permissionRefusal(superAdmin, self, 'AccessErfs')).toBe(
    'You cannot change your own access.',
  )
  expect(roleRefusal(superAdmin, self, 'User')).toBe('You cannot change your own access.')
  const chief = member([], 'SuperAdmin')
  expect(removalRefusal(admin, chief)).toBe('Only a super admin can change a super admin.')
  expect(removalRefusal(superAdmin, chief)).toBeUndefined()
  expect(roleRefusal(admin, member([]), 'SuperAdmin')).toBe('Only a super admin can set the role.')
  expect(roleRefusal(superAdmin, member([]), 'SuperAdmin')).toBeUndefined()
})

test('a category takes the right to see invoices on both sides, and the category itself', () => {
  const sees = member(['AccessInvoices'])
  expect(categoryRefusal(admin, sees, 1)).toBeUndefined()
  expect(categoryRefusal(admin, sees, 2)).toBe('You do not hold this category yourself.')
  expect(categoryRefusal(superAdmin, sees, 2)).toBeUndefined()
  expect(categoryRefusal(admin, member([]), 1)).toBe('Requires ‘AccessInvoices’ permission')
  expect(categoryRefusal(actor(['ManageUsers']), sees, 1)).toBe(
    'You do not hold Invoices yourself.',
  )
})

test('the last who can manage a company stays', () => {
  const last = member(['ManageUsers'], 'User', true)
  const reason = 'A company keeps at least one user who can manage it.'
  expect(removalRefusal(superAdmin, last)).toBe(reason)
  expect(permissionRefusal(superAdmin, last, 'ManageUsers')).toBe(reason)
  expect(roleRefusal(superAdmin, member([], 'SuperAdmin', true), 'User')).toBe(reason)
  expect(roleRefusal(superAdmin, last, 'SuperAdmin')).toBeUndefined()
  const manager = { id: 'a', role: 'User' as const, permissions: ['ManageUsers'] as const }
  expect(isLastManager(manager, [manager, { id: 'b', role: 'User', permissions: [] }])).toBe(true)
  expect(isLastManager(manager, [manager, { id: 'b', role: 'SuperAdmin', permissions: [] }])).toBe(
    false,
  )
})

// The same rules once more, as what may be true of the beginning and the end instead of step by step.
function mayBecome(by: Grantor, who: Member, role: Role, wanted: Set<Permission>): boolean {
  const isSuper = by.role === 'SuperAdmin'
  const before = new Set(who.permissions)
  const after = new Set(wanted)
  if (!after.has('AccessInvoices') && before.has('PayInvoices')) after.delete('PayInvoices')
  const changed = permissions.filter((one) => before.has(one) !== after.has(one))
  const manages = (is: Role, held: Set<Permission>) =>
    is === 'SuperAdmin' || held.has('ManageUsers')
  return (
    (isSuper || by.permissions.includes('ManageUsers')) &&
    by.id !== who.id &&
    (isSuper || who.role === 'User') &&
    (isSuper || role === who.role) &&
    (role === 'User' || changed.length === 0) &&
    changed.every((one) => isSuper || by.permissions.includes(one)) &&
    (!after.has('PayInvoices') || after.has('AccessInvoices')) &&
    !(who.isLastManager && manages(who.role, before) && !manages(role, after))
  )
}

// What the database cannot hold (paying without seeing) is nobody's beginning.
const held = fc
  .subarray([...permissions])
  .map((some) =>
    some.includes('PayInvoices') && !some.includes('AccessInvoices')
      ? some.filter((one) => one !== 'PayInvoices')
      : some,
  )
const role = fc.constantFrom<Role>('User', 'User', 'User', 'SuperAdmin')

test('10,000 changes of access end as the reference model says', () => {
  let allowed = 0
  fc.assert(
    fc.property(
      fc.record({ id: fc.constantFrom('x', 'y'), role, permissions: held }),
      fc.record({ id: fc.constantFrom('x', 'z'), role, permissions: held, last: fc.boolean() }),
      role,
      fc.subarray([...permissions]),
      (by, { last, ...who }, wantedRole, wanted) => {
        const target = { ...who, isLastManager: last }
        const grantor = { ...by, categoryIds: null }
        const change = changeAccess(grantor, target, { role: wantedRole, permissions: wanted })
        const may = mayBecome(grantor, target, wantedRole, new Set(wanted))
        expect('refusal' in change).toBe(!may)
        if ('refusal' in change) return
        allowed += 1
        const dropped = wanted.includes('AccessInvoices') ? [] : ['PayInvoices']
        expect([...change.permissions].sort()).toEqual(
          wanted.filter((one) => !dropped.includes(one)).sort(),
        )
      },
    ),
    { numRuns: runs(10_000) },
  )
  expect(allowed).toBeGreaterThan(500)
})
