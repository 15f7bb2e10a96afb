import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '../../../../tools/random-tests.ts'
import { permissions, type Permission, type Role } from '../kernel/permissions.ts'
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
  email: 'member@provider.example',
  role,
  permissions: held,
  isLastManager: last,
})
const provider = 'provider.example'
const admin = actor([...permissions])
const superAdmin = actor([], 'SuperAdmin')

test('managers grant and revoke only what they hold', () => {
  const marcus = actor(['ManageUsers', 'AccessErfs'])
  expect(permissionRefusal(marcus, member([]), 'AccessErfs')).toBeUndefined()
  expect(permissionRefusal(marcus, member(['AccessErfs']), 'AccessErfs')).toBeUndefined()
  for (const held of [[], ['AccessLicenses'] as Permission[]])
    expect(permissionRefusal(marcus, member(held), 'AccessLicenses')).toBe(
      'You do not hold Licenses yourself.',
    )
  expect(permissionRefusal(actor(['AccessErfs']), member([]), 'AccessErfs')).toMatch(/permission/)
})

test('a super admin holds every permission: permissions named in an order change nothing', () => {
  const order = { role: 'SuperAdmin' as const, permissions: ['AccessErfs' as const] }
  const unchanged = { role: 'SuperAdmin', permissions: ['ManageUsers'], granted: [], removed: [] }
  for (const role of ['User', 'SuperAdmin'] as const)
    expect(changeAccess(superAdmin, member(['ManageUsers'], role), order, provider)).toEqual(
      unchanged,
    )
})

test('paying invoices requires access to invoices, and is revoked with it', () => {
  expect(permissionRefusal(admin, member([]), 'PayInvoices')).toBe(
    'Requires ‘AccessInvoices’ permission',
  )
  expect(withPermission(['AccessInvoices', 'PayInvoices'], 'AccessInvoices', false)).toEqual([])
  const both = member(['AccessInvoices', 'PayInvoices'])
  expect(
    permissionRefusal(actor(['ManageUsers', 'AccessInvoices']), both, 'AccessInvoices'),
  ).toMatch(/also removes Pay Invoices/)
  expect(
    changeAccess(admin, both, { role: 'User', permissions: ['PayInvoices'] }, provider),
  ).toMatchObject({ permissions: [], removed: ['AccessInvoices', 'PayInvoices'] })
})

test('users cannot change their own access; only super admins change a super admin', () => {
  const self = { ...member([]), id: 'actor' }
  expect(removalRefusal(admin, self)).toBe('You cannot remove yourself.')
  expect(permissionRefusal(superAdmin, self, 'AccessErfs')).toBe(
    'You cannot change your own access.',
  )
  expect(roleRefusal(superAdmin, self, 'User', provider)).toBe('You cannot change your own access.')
  const chief = member([], 'SuperAdmin')
  expect(removalRefusal(admin, chief)).toBe('Only a super admin can change a super admin.')
  expect(removalRefusal(superAdmin, chief)).toBeUndefined()
  expect(roleRefusal(admin, member([]), 'SuperAdmin', provider)).toBe(
    'Only a super admin can set the role.',
  )
  expect(roleRefusal(superAdmin, member([]), 'SuperAdmin', provider)).toBeUndefined()
})

test('only people of the provider become super admins, by the domain of their address', () => {
  const at = (email: string) => ({ ...member([]), email })
  for (const email of ['z@provider.example', 'Z@Provider.EXAMPLE'])
    expect(roleRefusal(superAdmin, at(email), 'SuperAdmin', provider)).toBeUndefined()
  for (const email of [
    'z@customer.example',
    'z@evil-provider.example',
    'z@sub.provider.example',
    'z@provider.example.evil.example',
    'provider.example@evil.example',
    'z@prov\u0131der.example',
  ])
    expect(roleRefusal(superAdmin, at(email), 'SuperAdmin', provider)).toBe(
      'Only people with an address at provider.example can be super admins.',
    )
  // A super admin who was created on the command line can be changed back.
  const other = { ...member([], 'SuperAdmin'), email: 'z@customer.example' }
  expect(roleRefusal(superAdmin, other, 'User', provider)).toBeUndefined()
})

test('granting a category requires access to invoices on both sides, and the category itself', () => {
  const sees = member(['AccessInvoices'])
  expect(categoryRefusal(admin, sees, 1)).toBeUndefined()
  expect(categoryRefusal(admin, sees, 2)).toBe('You do not hold this category yourself.')
  expect(categoryRefusal(superAdmin, sees, 2)).toBeUndefined()
  expect(categoryRefusal(admin, member([]), 1)).toBe('Requires ‘AccessInvoices’ permission')
  expect(categoryRefusal(actor(['ManageUsers']), sees, 1)).toBe(
    'You do not hold Invoices yourself.',
  )
})

test('the last manager of a company cannot be removed', () => {
  const last = member(['ManageUsers'], 'User', true)
  const reason = 'A company keeps at least one user who can manage it.'
  expect(removalRefusal(superAdmin, last)).toBe(reason)
  expect(permissionRefusal(superAdmin, last, 'ManageUsers')).toBe(reason)
  expect(roleRefusal(superAdmin, member([], 'SuperAdmin', true), 'User', provider)).toBe(reason)
  expect(roleRefusal(superAdmin, last, 'SuperAdmin', provider)).toBeUndefined()
  const manager = { id: 'a', role: 'User' as const, permissions: ['ManageUsers'] as const }
  expect(isLastManager(manager, [manager, { id: 'b', role: 'User', permissions: [] }])).toBe(true)
  expect(isLastManager(manager, [manager, { id: 'b', role: 'SuperAdmin', permissions: [] }])).toBe(
    false,
  )
})

// A second, independent statement of the same rules: it relates start and end instead of single steps.
function mayBecome(by: Grantor, who: Member, role: Role, wanted: Set<Permission>): boolean {
  const isSuper = by.role === 'SuperAdmin'
  const before = new Set(who.permissions)
  const after = new Set(role === 'SuperAdmin' ? before : wanted)
  if (!after.has('AccessInvoices') && before.has('PayInvoices')) after.delete('PayInvoices')
  const changed = permissions.filter((one) => before.has(one) !== after.has(one))
  const manages = (is: Role, held: Set<Permission>) =>
    is === 'SuperAdmin' || held.has('ManageUsers')
  return (
    (isSuper || by.permissions.includes('ManageUsers')) &&
    by.id !== who.id &&
    (isSuper || who.role === 'User') &&
    (isSuper || role === who.role) &&
    (role === who.role || role === 'User' || who.email.endsWith('@provider.example')) &&
    changed.every((one) => isSuper || by.permissions.includes(one)) &&
    (!after.has('PayInvoices') || after.has('AccessInvoices')) &&
    !(who.isLastManager && manages(who.role, before) && !manages(role, after))
  )
}

// The database cannot store the permission to pay without access to invoices, so no member starts with that.
const held = fc
  .subarray([...permissions])
  .map((some) =>
    some.includes('PayInvoices') && !some.includes('AccessInvoices')
      ? some.filter((one) => one !== 'PayInvoices')
      : some,
  )
const role = fc.constantFrom<Role>('User', 'User', 'User', 'SuperAdmin')

test('10,000 changes of access end as in the reference model', () => {
  let allowed = 0
  fc.assert(
    fc.property(
      fc.record({ id: fc.constantFrom('x', 'y'), role, permissions: held }),
      fc.record({
        id: fc.constantFrom('x', 'z'),
        email: fc.constantFrom('z@provider.example', 'z@customer.example'),
        role,
        permissions: held,
        last: fc.boolean(),
      }),
      role,
      fc.subarray([...permissions]),
      (by, { last, ...who }, wantedRole, wanted) => {
        const target = { ...who, isLastManager: last }
        const grantor = { ...by, categoryIds: null }
        const change = changeAccess(
          grantor,
          target,
          { role: wantedRole, permissions: wanted },
          provider,
        )
        const may = mayBecome(grantor, target, wantedRole, new Set(wanted))
        expect('refusal' in change).toBe(!may)
        if ('refusal' in change) return
        allowed += 1
        const dropped = wanted.includes('AccessInvoices') ? [] : ['PayInvoices']
        const kept = wantedRole === 'SuperAdmin' ? who.permissions : wanted
        expect([...change.permissions].sort()).toEqual(
          kept.filter((one) => kept !== wanted || !dropped.includes(one)).sort(),
        )
      },
    ),
    { numRuns: runs(10_000) },
  )
  expect(allowed).toBeGreaterThan(500)
})
