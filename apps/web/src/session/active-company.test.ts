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

test('a super admin works in the chosen company, and the page shows it', () => {
  expect(activeCompany(me, chosen)).toEqual(chosen)
  expect(isActing(me, chosen)).toBe(true)
})

test('without a choice the company is the user’s own', () => {
  expect(activeCompany(me, undefined)).toEqual({ accountId: '1', name: 'Provider' })
  expect(isActing(me, activeCompany(me, undefined))).toBe(false)
})

test('a choice left in the browser has no effect for a user', () => {
  expect(activeCompany({ ...me, role: 'User' }, chosen).accountId).toBe('1')
})

test('an address names the company that a super admin acts for, or another company until it is chosen', () => {
  const user: Myself = { ...me, role: 'User' }
  const no = undefined
  const rows = [
    { who: me, selection: no, named: no, asks: no, names: no },
    { who: me, selection: no, named: '1', asks: no, names: no },
    { who: me, selection: chosen, named: no, asks: no, names: '10412' },
    { who: me, selection: chosen, named: '10412', asks: no, names: '10412' },
    { who: me, selection: chosen, named: '7', asks: '7', names: '7' },
    { who: me, selection: chosen, named: '1', asks: '1', names: '1' },
    { who: me, selection: no, named: '10412', asks: '10412', names: '10412' },
    { who: user, selection: chosen, named: '10412', asks: no, names: no },
  ]
  for (const { who, selection, named, asks, names } of rows) {
    expect(otherCompany(who, selection, named)).toBe(asks)
    expect(companyInAddress(who, selection, named)).toBe(names)
  }
})

test('an invalid stored choice is ignored', () => {
  expect(parseSelection(JSON.stringify(chosen))).toEqual(chosen)
  for (const text of [null, '', '{', '7', '{"accountId":1,"name":"x"}', '{"accountId":"1"}'])
    expect(parseSelection(text), String(text)).toBeUndefined()
})
