import { expect, test } from 'vitest'
import { apiScopes } from '@portal/domain/kernel/api-scopes'
import { exampleOf } from './documented.ts'
import { aldgate, fairhaven, importDatabase } from '../../test/import/import-fixture.ts'
import { kinds } from './kinds.ts'
import { requireScope } from './scopes.ts'

const byName = new Map(kinds.map((kind) => [kind.record, kind]))
const without = (scope: string) => apiScopes.filter((one) => one !== scope)

test('each kind of record, and its deletion, needs the scope of its group', () => {
  for (const kind of kinds) {
    if (kind.scope === 'ofDeleted') continue
    const deletion = { record: 'delete', kind: kind.record, key: 'X' }
    for (const record of [exampleOf(kind), deletion]) {
      const deliver = (scopes: readonly string[]) => () => requireScope(scopes, byName, record, 3)
      expect(deliver(without(kind.scope))).toThrow(
        new RegExp(`^Line 3 .*kind ${kind.record}, which needs the scope ${kind.scope} `),
      )
      expect(deliver([kind.scope])).not.toThrow()
      expect(deliver(['records:write'])).not.toThrow()
    }
  }
})

test('a record that adds, demotes or deletes a super admin needs a separate scope', async () => {
  const ana = { record: 'user', email: 'ana@provider.example', accountId: aldgate.accountId }
  const { take, column } = await importDatabase(aldgate)
  const people = { scopes: ['records:people'], sender: 'API key People' }
  const both = { scopes: ['records:people', 'records:super-admins'], sender: 'API key Admins' }
  const message =
    'A user record adds or removes the super admin ana@provider.example, which needs the scope records:super-admins that this key does not have. Nothing was changed.'
  const admin = { ...ana, role: 'SuperAdmin' }
  await expect(take([{ ...ana, role: 'SuperAdmin' }], people)).rejects.toThrow(message)
  expect(await column('select email from portal_user')).toEqual([])
  await take([admin, { ...admin, email: 'bob@provider.example' }], both)
  // A record that changes no super admin needs only the scope of its kind.
  await take([{ ...admin, firstName: 'Ana' }], people)
  for (const record of [ana, { record: 'delete', kind: 'user', key: ana.email }])
    for (const dryRun of [false, true])
      await expect(take([record], { ...people, dryRun })).rejects.toThrow(message)
  expect(await column(`select role || ' ' || first_name from portal_user order by email`)).toEqual([
    'SuperAdmin Ana',
    'SuperAdmin ',
  ])
})

test('a record that merges companies needs a separate scope; the same record needs none afterwards', async () => {
  const { take, rejects } = await importDatabase(aldgate, fairhaven)
  const people = { scopes: ['records:people'] }
  const merging = [{ ...fairhaven, formerAccountId: aldgate.accountId }]
  for (const dryRun of [true, false])
    await expect(take(merging, { ...people, dryRun })).rejects.toThrow(
      'A company record merges the company 10412, which needs the scope records:companies that this key does not have.',
    )
  await take(merging, { scopes: ['records:people', 'records:companies'] })
  await take(merging, people)
  expect(rejects).toEqual([])
})
