import type { Permission } from '@portal/domain/kernel/permissions'
import { memberView } from '@portal/domain/team/member-view'
import { expect, test } from 'vitest'
import { changesInWords, marked, viewChanges } from './view-changes.ts'

const license = { invoiceCategoryId: 1, name: 'License' }
const view = (...permissions: Permission[]) =>
  memberView({ role: 'User', permissions }, [license], [license])

test('added and removed items are marked at their place in the order', () => {
  expect(marked(['a', 'b', 'c', 'd'], ['a', 'c'], ['b', 'c'])).toEqual([
    { item: 'a', change: 'removed' },
    { item: 'b', change: 'added' },
    { item: 'c', change: 'kept' },
  ])
})

test('a first permission shows the menu entries, actions and categories that it adds', () => {
  const changes = viewChanges(view(), view('AccessInvoices'))
  expect(changes.menu).toEqual([
    { item: 'INVOICES', change: 'added' },
    { item: 'STATEMENTS', change: 'added' },
  ])
  expect(changes.categories).toEqual([{ item: 'License', change: 'added' }])
  expect(changes.deeds.filter(({ changes }) => changes)).toEqual([
    { deed: 'seeInvoices', can: true, changes: true },
  ])
})

test('a super admin also gets the list of items that need attention', () => {
  const superAdmin = memberView({ role: 'SuperAdmin', permissions: [] }, [], [license])
  expect(viewChanges(view('ManageUsers'), superAdmin).menu.slice(0, 2)).toEqual([
    { item: 'MANAGE', change: 'kept' },
    { item: 'ATTENTION', change: 'added' },
  ])
})

test('a change has a short text for narrow screens', () => {
  expect(changesInWords(view('AccessErfs'), view('AccessInvoices'))).toEqual({
    added: ['INVOICES', 'STATEMENTS', 'License', 'See and download invoices and statements'],
    removed: ['ERF', 'Approve or cancel equipment requests'],
  })
  const paying = view('AccessInvoices', 'PayInvoices')
  expect(changesInWords(paying, paying)).toEqual({ added: [], removed: [] })
})

test('without a change nothing is marked', () => {
  const changes = viewChanges(view('ManageUsers'), view('ManageUsers'))
  expect(changes.menu).toEqual([{ item: 'MANAGE', change: 'kept' }])
  expect(changes.deeds.some(({ changes }) => changes)).toBe(false)
})
