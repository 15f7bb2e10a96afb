import { expect, test } from 'vitest'
import { changedInvite, changedRights } from './rights-shown.ts'
import type { ShownInvite } from './invites.schema.ts'
import type { ShownRights } from './team.schema.ts'

type Rights = Required<ShownRights>
const permissions = ['AccessInvoices', 'PayInvoices', 'ManageUsers'] as const
const subsets = <T>(all: readonly T[]): T[][] =>
  all.reduce<T[][]>((sets, one) => sets.flatMap((set) => [set, [one, ...set]]), [[]])
const states = (['User', 'SuperAdmin'] as const).flatMap((role) =>
  subsets(permissions).flatMap((held) =>
    subsets(['Data', 'Data, Licenses', 'Licenses']).map((categories): Rights => ({
      role,
      permissions: held,
      categories,
    })),
  ),
)

test('the message about a change names the old rights and the new ones', () => {
  const shown: ShownRights = { role: 'User', permissions: ['AccessInvoices'] }
  const now: Rights = {
    ...shown,
    permissions: ['PayInvoices', 'AccessInvoices'],
    categories: ['A'],
  }
  const text = (rights: string) =>
    `The access of Ana was changed in the meantime: it is ${rights}, not Invoices. Nothing was saved. Please check it and confirm it again.`
  expect(changedRights('Ana', shown, now)).toBe(text('Invoices, Pay Invoices now'))
  expect(changedRights('Ana', shown, { ...now, role: 'SuperAdmin' })).toBe(text('Super Admin now'))
  expect(changedRights('Ana', shown, { ...now, ...shown })).toBeUndefined()
  expect(changedRights('Ana', { ...now, categories: [] }, { ...now, permissions: [] })).toContain(
    'it is no permissions (categories A) now, not Invoices, Pay Invoices.',
  )
})

type Rule = (shown: Rights, now: Rights) => boolean
const faultOf = (refuses: Rule) =>
  states
    .flatMap((shown) => states.map((now) => [shown, now] as const))
    .find(([shown, now]) => {
      // The order of permissions has no meaning.
      const { permissions, categories } = now
      const turned = {
        ...now,
        permissions: permissions.toReversed(),
        categories: categories.toReversed(),
      }
      return [now, turned].some((one) => refuses(shown, one) !== (shown !== now))
    })

test('no member is changed if the shown rights were different, and each wrong rule is found', () => {
  const rule: Rule = (...both) => changedRights('Ana', ...both) !== undefined
  const invite = ({ role, permissions, categories }: Rights): ShownInvite => ({
    companyName: 'Aldgate',
    permissions,
    categories,
    leavesCompany: role === 'User' ? null : 'Harbor',
  })
  expect(faultOf(rule)).toBeUndefined()
  expect(faultOf((shown, now) => changedInvite(invite(shown), invite(now)) !== undefined)).toBe(
    undefined,
  )
  const without = (part: Partial<Rights>) => (shown: Rights, now: Rights) =>
    rule({ ...shown, ...part }, { ...now, ...part })
  const wrong: Record<string, Rule> = {
    'compare how many': (shown, now) =>
      shown.role !== now.role ||
      shown.permissions.length !== now.permissions.length ||
      shown.categories.length !== now.categories.length,
    'compare the role only': without({ permissions: [], categories: [] }),
    'compare without the role': without({ role: 'User' }),
    'compare without categories': without({ categories: [] }),
    'compare the words': (shown, now) =>
      shown.role !== now.role ||
      shown.permissions.toSorted().join() !== now.permissions.toSorted().join() ||
      shown.categories.toSorted().join(', ') !== now.categories.toSorted().join(', '),
    'compare in order': (shown, now) => JSON.stringify(shown) !== JSON.stringify(now),
    'pass fewer rights': (shown, now) =>
      rule(shown, now) && now.permissions.some((one) => !shown.permissions.includes(one)),
  }
  for (const [name, one] of Object.entries(wrong))
    expect([name, faultOf(one)]).not.toContain(undefined)
})
