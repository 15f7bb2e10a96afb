import type { Myself } from '@portal/domain/session/session.schema'
import { expect, test } from 'vitest'
import { activeCompany, companyInAddress, isActing, otherCompany } from './active-company.ts'
import { parseSelection } from './super-mode.ts'

const me: Myself = {
  id: 'u1',
  firstName: 'Maya',
  lastName: 'Okafor',
  email: 'maya@provider.example',
  role: 'SuperAdmin',
  accountId: '1',
  companyName: 'Provider',
  permissions: [],
  invoiceCategoryIds: null,
}
const chosen = { accountId: '10412', name: 'Aldgate' }

test('a super admin works in the chosen company, and visibly so', () => {
  expect(activeCompany(me, chosen)).toEqual(chosen)
  expect(isActing(me, chosen)).toBe(true)
})

test('without a choice it is the user’s own company', () => {
  expect(activeCompany(me, undefined)).toEqual({ accountId: '1', name: 'Provider' })
  expect(isActing(me, activeCompany(me, undefined))).toBe(false)
})

test('a choice left in the browser has no effect for a user', () => {
  expect(activeCompany({ ...me, role: 'User' }, chosen).accountId).toBe('1')
})

test('an address names the company that a super admin acts for, or the other one until it is chosen', () => {
  const rows: [string, Myself, typeof chosen | undefined, string | undefined, string?, string?][] =
    [
      ['own company', me, undefined, undefined],
      ['own company, named', me, undefined, '1'],
      ['acting', me, chosen, undefined, undefined, '10412'],
      ['acting, opened again', me, chosen, '10412', undefined, '10412'],
      ['acting, another company', me, chosen, '7', '7', '7'],
      ['acting, the own company', me, chosen, '1', '1', '1'],
      ['new tab', me, undefined, '10412', '10412', '10412'],
      ['a user of a company', { ...me, role: 'User' }, chosen, '10412'],
    ]
  for (const [what, who, selection, named, asks, names] of rows) {
    expect(otherCompany(who, selection, named), what).toBe(asks)
    expect(companyInAddress(who, selection, named), what).toBe(names)
  }
})

test('an invalid stored choice is ignored', () => {
  expect(parseSelection(JSON.stringify(chosen))).toEqual(chosen)
  for (const text of [null, '', '{', '7', '{"accountId":1,"name":"x"}', '{"accountId":"1"}'])
    expect(parseSelection(text), String(text)).toBeUndefined()
})
